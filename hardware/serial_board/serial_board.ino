// A board on a serial line: scans the matrix of reeds and buttons and sends what it reads.
//
// For any microcontroller that Arduino knows and that has 17 free pins (an RP2040, a Mega). The matrix is revision A's:
// 8 rows, 9 columns, a diode behind every switch, cathode to the row. What is sent is told in docs/serial-board.md;
// jadoube does everything else: no debounce here, no chess.
//
// It has not run on a microcontroller yet; the frames are tested from the other end of the line.

const uint8_t ROWS[8] = {2, 3, 4, 5, 6, 7, 8, 9};                  // row_8 ... row_1
const uint8_t COLUMNS[9] = {10, 11, 12, 14, 15, 16, 17, 18, 19};   // column_a ... column_h, column_buttons

// What stands in the ninth column, from row_8 to row_1: bit of the button, 0 for nothing.
const uint8_t BUTTONS[8] = {2, 64, 32, 16, 8, 4, 0, 1};            // black ok plus play minus back - white

const unsigned long AT_LEAST_EVERY_MS = 50;
const unsigned int SETTLE_US = 30;

uint8_t sent[9];
unsigned long sent_ms = 0;

uint16_t crc16(const uint8_t *bytes, uint8_t count) {
  uint16_t crc = 0xFFFF;
  for (uint8_t at = 0; at < count; at++) {
    crc ^= (uint16_t)bytes[at] << 8;
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
  }
  return crc;
}

void scan(uint8_t *content) {
  memset(content, 0, 9);
  for (uint8_t row = 0; row < 8; row++) {
    pinMode(ROWS[row], OUTPUT);  // low since setup(); every other row drives nothing
    delayMicroseconds(SETTLE_US);
    for (uint8_t file = 0; file < 8; file++)
      if (digitalRead(COLUMNS[file]) == LOW) content[7 - row] |= 1 << file;  // byte 0 is rank 1
    if (digitalRead(COLUMNS[8]) == LOW) content[8] |= BUTTONS[row];
    pinMode(ROWS[row], INPUT);
  }
}

void send(const uint8_t *content) {
  uint8_t frame[13] = {0xA5, 0x4A};
  memcpy(frame + 2, content, 9);
  uint16_t crc = crc16(content, 9);
  frame[11] = crc >> 8;
  frame[12] = crc & 0xFF;
  Serial.write(frame, sizeof frame);
}

void setup() {
  Serial.begin(115200);
  for (uint8_t row = 0; row < 8; row++) {
    digitalWrite(ROWS[row], LOW);
    pinMode(ROWS[row], INPUT);  // without a pull, which an RP2040 has after its reset
  }
  for (uint8_t column = 0; column < 9; column++) pinMode(COLUMNS[column], INPUT_PULLUP);
}

void loop() {
  uint8_t content[9];
  scan(content);
  if (memcmp(content, sent, 9) == 0 && millis() - sent_ms < AT_LEAST_EVERY_MS) return;
  memcpy(sent, content, 9);
  sent_ms = millis();
  send(content);
}
