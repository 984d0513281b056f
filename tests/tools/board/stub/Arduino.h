// An Arduino on this computer, in a time of its own: for docs/readers/antenna_board, with simulated RC522s (rc522.cpp).
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

const uint8_t LOW = 0, HIGH = 1, OUTPUT = 1;
uint32_t millis();
void delay(uint32_t ms);
void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t level);

struct Wire {
  void begin(uint32_t) {}
  size_t write(const uint8_t *data, size_t count);
  size_t write(uint8_t sign) { return write(&sign, 1); }
};
extern Wire Serial;
