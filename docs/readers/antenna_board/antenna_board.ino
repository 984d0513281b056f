// Several card readers (RC522 boards) on one Arduino or ESP32: each of them is a reader of the Infernal Companion.
// docs/readers.md, "One board with several antennas", has the wires and what belongs into table.toml.
//
// What it says, 115200 bits per second, a line each; behind * the CRC-16 (CCITT, from FFFF) of what is between $ and *:
//   $+2,04A1B2C3D4E5F6*104B   this tag lies on antenna 2; again every 250 ms while it does
//   $-2,04A1B2C3D4E5F6*7207   it went
//   $=6,2B*CF3E               each second: it has 6 antennas, and those whose bits are set (1, 2, 4, 6) answer
//
// Compiled for AVR by `make prove-board`, where its lines are read by the companion from simulated RC522s as well.
// The lines for the ESP32 were read twice, and compiled for no ESP32. It was tried on no real board.

#include <SPI.h>

// --- your board ----------------------------------------------------------------------------------------------------
// One pin for SDA (called SS or NSS, too) of each RC522, antenna 1 first: as many as you have, at most 16.
#if defined(ESP32)  // the first kind (WROOM, WROVER): an S2, S3 or C3 has other pins, also for SCK, MISO and MOSI
const uint8_t SELECT_PINS[] = {21, 22, 25, 26, 32, 33};  // no pins that decide how it starts; SCK 18, MISO 19, MOSI 23
const uint8_t RESET_PIN = 27;                           // RST of all of them
#elif defined(ARDUINO_ARCH_AVR)
const uint8_t SELECT_PINS[] = {10, 9, 8, 7, 6, 5};  // SCK 13, MISO 12, MOSI 11 on an Uno or a Nano
const uint8_t RESET_PIN = 4;                       // RST of all of them
#else
#error "Name the pins of this board here: SELECT_PINS and RESET_PIN."
#endif
// -------------------------------------------------------------------------------------------------------------------

const uint8_t ANTENNAS = sizeof(SELECT_PINS);
const uint16_t AGAIN_MS = 250, BEAT_MS = 1000;
const uint8_t MISSED = 3;  // looks without a tag before it has gone
const SPISettings SPEED(1000000, MSBFIRST, SPI_MODE0);

// Registers and commands of an MFRC522 (its data sheet, chapter 9 and 10).
const uint8_t R_COMMAND = 0x01, R_COM_IRQ = 0x04, R_ERROR_BITS = 0x06, R_FIFO = 0x09, R_FIFO_LEVEL = 0x0A, R_BIT_FRAMING = 0x0D,
              R_COLL = 0x0E, R_MODE = 0x11, R_TX_MODE = 0x12, R_RX_MODE = 0x13, R_TX_CONTROL = 0x14, R_TX_ASK = 0x15,
              R_MOD_WIDTH = 0x24, R_T_MODE = 0x2A, R_T_PRESCALER = 0x2B, R_T_RELOAD_HIGH = 0x2C, R_T_RELOAD_LOW = 0x2D,
              R_VERSION = 0x37;
const uint8_t DO_IDLE = 0x00, DO_TRANSCEIVE = 0x0C, DO_SOFT_RESET = 0x0F;
const uint8_t WAKE_UP = 0x52, CASCADE = 0x88;

struct Tag {
  uint8_t size;  // 0: none
  uint8_t uid[10];
};

Tag lying[ANTENNAS];
uint8_t missed[ANTENNAS];
bool works[ANTENNAS];
uint32_t saidAt[ANTENNAS];
uint32_t beatAt;

// --- lines ---------------------------------------------------------------------------------------------------------

char words[48];
uint8_t length;

void put(char sign) { words[length++] = sign; }

void putHex(uint8_t value) {
  put("0123456789ABCDEF"[value >> 4]);
  put("0123456789ABCDEF"[value & 15]);
}

void begin(char kind, uint8_t number) {
  length = 0;
  put(kind);
  if (number > 9) put('0' + number / 10);
  put('0' + number % 10);
  put(',');
}

void say() {
  uint16_t crc = 0xFFFF;
  for (uint8_t i = 0; i < length; i++) {
    crc ^= (uint16_t)words[i] << 8;
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  put('*');
  putHex(crc >> 8);
  putHex(crc & 0xFF);
  Serial.write('$');
  Serial.write((const uint8_t *)words, length);
  Serial.write((const uint8_t *)"\r\n", 2);
}

void sayTag(char kind, uint8_t antenna, const Tag &tag) {
  begin(kind, antenna + 1);
  for (uint8_t i = 0; i < tag.size; i++) putHex(tag.uid[i]);
  say();
}

void sayBeat() {
  uint16_t mask = 0;
  for (uint8_t n = 0; n < ANTENNAS; n++) mask |= (uint16_t)works[n] << n;
  begin('=', ANTENNAS);
  putHex(mask >> 8);
  putHex(mask & 0xFF);
  say();
}

// --- one RC522 -----------------------------------------------------------------------------------------------------

uint8_t at;  // which one is spoken to

void write(uint8_t address, uint8_t value) {
  SPI.beginTransaction(SPEED);
  digitalWrite(SELECT_PINS[at], LOW);
  SPI.transfer(address << 1);
  SPI.transfer(value);
  digitalWrite(SELECT_PINS[at], HIGH);
  SPI.endTransaction();
}

uint8_t read(uint8_t address) {
  SPI.beginTransaction(SPEED);
  digitalWrite(SELECT_PINS[at], LOW);
  SPI.transfer(0x80 | address << 1);
  uint8_t value = SPI.transfer(0);
  digitalWrite(SELECT_PINS[at], HIGH);
  SPI.endTransaction();
  return value;
}

bool there() {
  uint8_t version = read(R_VERSION);
  return version != 0x00 && version != 0xFF;
}

void setUp() {
  write(R_COMMAND, DO_SOFT_RESET);
  delay(50);
  write(R_TX_MODE, 0x00);
  write(R_RX_MODE, 0x00);
  write(R_MOD_WIDTH, 0x26);
  write(R_T_MODE, 0x80);       // its timer begins when all was sent
  write(R_T_PRESCALER, 0xA9);  // and counts in 25 us
  write(R_T_RELOAD_HIGH, 0x00);
  write(R_T_RELOAD_LOW, 0xC8);  // to 5 ms: a tag answers within one
  write(R_TX_ASK, 0x40);
  write(R_MODE, 0x3D);
}

// Sends bytes, or the last of them only in part; how many bytes came back, 0 if none or a broken answer.
uint8_t exchange(const uint8_t *out, uint8_t count, uint8_t lastBits, uint8_t *in, uint8_t most) {
  write(R_COMMAND, DO_IDLE);
  write(R_COM_IRQ, 0x7F);
  write(R_FIFO_LEVEL, 0x80);
  for (uint8_t i = 0; i < count; i++) write(R_FIFO, out[i]);
  write(R_BIT_FRAMING, lastBits);
  write(R_COMMAND, DO_TRANSCEIVE);
  write(R_BIT_FRAMING, 0x80 | lastBits);
  uint32_t begun = millis();
  for (;;) {
    uint8_t told = read(R_COM_IRQ);
    if (told & 0x20) break;                                  // an answer came
    if (told & 0x01 || millis() - begun > 20) return 0;      // nothing came
  }
  if (read(R_ERROR_BITS) & 0x1F) return 0;  // two tags at once, too
  uint8_t got = read(R_FIFO_LEVEL);
  if (got > most) return 0;
  for (uint8_t i = 0; i < got; i++) in[i] = read(R_FIFO);
  return got;
}

uint16_t crcA(const uint8_t *data, uint8_t count) {  // of ISO 14443 A
  uint16_t crc = 0x6363;
  while (count--) {
    uint8_t next = *data++ ^ (crc & 0xFF);
    next ^= next << 4;
    crc = (crc >> 8) ^ ((uint16_t)next << 8) ^ ((uint16_t)next << 3) ^ (next >> 4);
  }
  return crc;
}

// Wakes the tag that lies there and asks its number, 4, 7 or 10 bytes.
Tag look() {
  Tag tag;
  uint8_t sent[9], got[5];
  tag.size = 0;
  write(R_TX_CONTROL, 0x83);  // the field on, of this antenna alone: they would disturb each other
  delay(5);                 // a tag needs that long to wake
  write(R_COLL, 0x00);
  sent[0] = WAKE_UP;
  bool more = exchange(sent, 1, 7, got, 2) == 2;
  for (uint8_t level = 0; more && level < 3; level++) {
    sent[0] = 0x93 + 2 * level;
    sent[1] = 0x20;
    more = false;
    if (exchange(sent, 2, 0, got, 5) != 5 || (got[0] ^ got[1] ^ got[2] ^ got[3]) != got[4]) break;
    sent[1] = 0x70;
    memcpy(sent + 2, got, 5);
    uint16_t crc = crcA(sent, 7);
    sent[7] = crc & 0xFF;
    sent[8] = crc >> 8;
    if (exchange(sent, 9, 0, got, 3) != 3) break;
    crc = crcA(got, 1);
    if (got[1] != (crc & 0xFF) || got[2] != crc >> 8) break;
    more = got[0] & 0x04;
    uint8_t skipped = more && sent[2] == CASCADE ? 1 : 0;
    memcpy(tag.uid + tag.size, sent + 2 + skipped, 4 - skipped);
    tag.size += 4 - skipped;
    if (!more) {
      write(R_TX_CONTROL, 0x80);
      return tag;
    }
  }
  write(R_TX_CONTROL, 0x80);
  tag.size = 0;
  return tag;
}

// --- all of them ---------------------------------------------------------------------------------------------------

bool same(const Tag &one, const Tag &other) {
  return one.size == other.size && memcmp(one.uid, other.uid, one.size) == 0;
}

void watch(uint8_t antenna) {
  Tag &before = lying[antenna];
  Tag now = look();
  uint32_t moment = millis();
  if (!now.size) {
    if (before.size && ++missed[antenna] >= MISSED) {
      sayTag('-', antenna, before);
      before.size = 0;
    }
    return;
  }
  missed[antenna] = 0;
  if (!same(now, before)) {
    if (before.size) sayTag('-', antenna, before);
    before = now;
  } else if (moment - saidAt[antenna] < AGAIN_MS) {
    return;
  }
  sayTag('+', antenna, now);
  saidAt[antenna] = moment;
}

void setup() {
  Serial.begin(115200);
  for (at = 0; at < ANTENNAS; at++) {  // all of them silent before one is spoken to
    pinMode(SELECT_PINS[at], OUTPUT);
    digitalWrite(SELECT_PINS[at], HIGH);
  }
  pinMode(RESET_PIN, OUTPUT);
  digitalWrite(RESET_PIN, LOW);
  delay(1);
  digitalWrite(RESET_PIN, HIGH);
  delay(50);
  SPI.begin();
  beatAt = millis() - BEAT_MS;
}

void loop() {
  if (millis() - beatAt >= BEAT_MS) {
    beatAt = millis();
    for (at = 0; at < ANTENNAS; at++) {
      bool now = there();
      if (now && !works[at]) setUp();  // it has come, or come back
      works[at] = now;
    }
    sayBeat();
  }
  for (at = 0; at < ANTENNAS; at++) {
    if (works[at]) watch(at);
  }
}
