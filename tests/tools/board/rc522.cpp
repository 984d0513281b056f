// Runs the sketch with simulated RC522s and tags. Its input is what happens, a line each, in the order of time:
//   MS ANTENNA UID     this tag is laid on the antenna (hex, 4, 7 or 10 bytes), beside those that lie there
//   MS ANTENNA -       it is empty         MS ANTENNA off / on     its cable is out / in
//   MS 0 end
// Its output is what the sketch writes, each piece behind the moment of it: "MS <bytes in hex>".
#include <Arduino.h>
#include <SPI.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>
#include <vector>

typedef std::vector<uint8_t> Bytes;
static uint64_t micros_now = 0;

static uint16_t crc_a(const Bytes &data, size_t count) {
  uint16_t crc = 0x6363;
  for (size_t i = 0; i < count; i++) {  // bit by bit, not as the sketch does it
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

struct Card {
  Bytes uid;
  bool awake = false;
  size_t level = 0;

  Bytes part() const {  // what it sends at its level: with the cascade tag before the last
    size_t levels = uid.size() == 4 ? 1 : uid.size() == 7 ? 2 : 3, from = 3 * level;
    Bytes told;
    if (level + 1 < levels) {
      told = {0x88, uid[from], uid[from + 1], uid[from + 2]};
    } else {
      told = Bytes(uid.begin() + from, uid.begin() + from + 4);
    }
    told.push_back(told[0] ^ told[1] ^ told[2] ^ told[3]);
    return told;
  }

  Bytes answer(const Bytes &sent, uint8_t last_bits) {
    if (sent.size() == 1 && last_bits == 7 && sent[0] == 0x52) {
      awake = true, level = 0;
      return {0x44, 0x00};
    }
    if (!awake || sent.size() < 2 || last_bits || sent[0] != 0x93 + 2 * level) return {};
    Bytes own = part();
    if (sent[1] == 0x20 && sent.size() == 2) return own;
    if (sent[1] != 0x70 || sent.size() != 9 || Bytes(sent.begin() + 2, sent.begin() + 7) != own) return {};
    uint16_t crc = crc_a(sent, 7);
    if (sent[7] != (crc & 0xFF) || sent[8] != crc >> 8) return {};
    bool more = own[0] == 0x88 && uid.size() > 4 + 3 * level;
    Bytes sak = {(uint8_t)(more ? 0x04 : 0x08)};
    crc = crc_a(sak, 1);
    if (more) level++;
    return {sak[0], (uint8_t)(crc & 0xFF), (uint8_t)(crc >> 8)};
  }
};

struct Chip {
  bool there = true, field = false;
  std::vector<Card> cards;
  uint8_t registers[64] = {0};
  Bytes fifo;
  uint64_t timer_at = 0, answered_at = 0;
  uint8_t irq = 0, error = 0;
  bool reset_done = false;

  uint8_t read(uint8_t address) {
    if (!there) return 0xFF;
    switch (address) {
      case 0x37: return 0x92;
      case 0x04: return irq | (answered_at && micros_now >= answered_at ? 0x30 : 0) | (timer_at && micros_now >= timer_at ? 0x01 : 0);
      case 0x06: return error;
      case 0x0A: return fifo.size();
      case 0x09: {
        if (fifo.empty()) return 0;
        uint8_t first = fifo.front();
        fifo.erase(fifo.begin());
        return first;
      }
      default: return registers[address];
    }
  }

  void write(uint8_t address, uint8_t value) {
    if (!there) return;
    registers[address] = value;
    if (address == 0x01 && value == 0x0F) memset(registers, 0, sizeof registers), field = false, reset_done = true;
    if (address == 0x04) irq = 0, timer_at = answered_at = 0;
    if (address == 0x09) fifo.push_back(value);
    if (address == 0x0A && value & 0x80) fifo.clear();
    if (address == 0x14) {
      bool on = value & 0x03;
      if (on != field)
        for (Card &card : cards) card.awake = false;
      field = on;
    }
    if (address == 0x0D && value & 0x80 && registers[0x01] == 0x0C) send(value & 7);
  }

  void send(uint8_t last_bits) {
    Bytes sent = fifo, got;
    fifo.clear();
    error = 0;
    int answers = 0;
    bool set_up = reset_done && registers[0x11] == 0x3D && registers[0x15] == 0x40;
    for (Card &card : cards) {
      Bytes own = field && set_up ? card.answer(sent, last_bits) : Bytes();
      if (own.empty()) continue;
      if (answers++ && own != got) error |= 0x08;  // a collision
      got = own;
    }
    if (answers) {
      fifo = got, answered_at = micros_now + 300;
    } else if (registers[0x2A] & 0x80) {
      timer_at = micros_now + 25 * (registers[0x2C] << 8 | registers[0x2D]);
    }
  }
};

static Chip chips[16];
static uint8_t pins[64], selected = 255;
static int count;
static int addressed = -1;
static bool reading;

struct Happening {
  uint32_t at;
  int antenna;
  std::string what;
};
static std::vector<Happening> story;
static size_t next_of_story = 0;

static void live() {
  while (next_of_story < story.size() && story[next_of_story].at <= micros_now / 1000) {
    const Happening &one = story[next_of_story++];
    if (one.what == "end") {
      fflush(stdout);
      exit(0);
    }
    Chip &chip = chips[one.antenna - 1];
    if (one.what == "-") {
      chip.cards.clear();
    } else if (one.what == "off") {
      chip.there = false, chip.reset_done = false;
    } else if (one.what == "on") {
      chip.there = true, memset(chip.registers, 0, sizeof chip.registers);
    } else {
      Card card;
      for (size_t i = 0; i < one.what.size(); i += 2) card.uid.push_back(strtol(one.what.substr(i, 2).c_str(), 0, 16));
      chip.cards.push_back(card);
    }
  }
}

uint32_t millis() {
  micros_now += 4;
  live();
  return micros_now / 1000;
}
void delay(uint32_t ms) {
  micros_now += 1000ULL * ms;
  live();
}
void pinMode(uint8_t pin, uint8_t) { pins[count++] = pin; }
void digitalWrite(uint8_t pin, uint8_t level) {
  int number = -1;
  for (int i = 0; i < count; i++)
    if (pins[i] == pin) number = i;
  if (level == LOW) {
    if (selected != 255 && number != selected) fprintf(stderr, "two are selected at once\n"), exit(1);
    selected = number;
  } else if (number == selected) {
    selected = 255;
  }
  addressed = -1;
}
Bus SPI;
Wire Serial;
void Bus::endTransaction() { micros_now += 20; }
uint8_t Bus::transfer(uint8_t value) {
  if (selected == 255) fprintf(stderr, "nobody is selected\n"), exit(1);
  if (addressed < 0) {
    addressed = value >> 1 & 0x3F;
    reading = value & 0x80;
    return 0;
  }
  if (reading) return chips[selected].read(addressed);
  chips[selected].write(addressed, value);
  return 0;
}
size_t Wire::write(const uint8_t *data, size_t size) {
  printf("%u ", (unsigned)(micros_now / 1000));
  for (size_t i = 0; i < size; i++) printf("%02X", data[i]);
  printf("\n");
  return size;
}

void setup();
void loop();
int main() {
  char what[64];
  unsigned at;
  int antenna;
  while (scanf("%u", &at) == 1) {
    antenna = 0;
    if (scanf(" %d", &antenna) != 1) antenna = 0;
    if (scanf(" %63s", what) != 1) break;
    story.push_back({at, antenna, what});
  }
  setup();
  for (;;) loop();
}
#include "antenna_board.ino"
