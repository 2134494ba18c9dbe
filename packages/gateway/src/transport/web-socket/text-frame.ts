const FINAL_TEXT = 0x81;
const MAX_SHORT_LENGTH = 125;
const LENGTH_OF_16_BITS = 126;
const LENGTH_OF_64_BITS = 127;
const HIGHEST_UINT16 = 0xffff;

/** Returns the bytes before a text of so many bytes that a server sends as one frame. Source: RFC 6455, section 5.2. */
export function textFrameHeader(length: number): Buffer {
  if (length <= MAX_SHORT_LENGTH) return Buffer.from([FINAL_TEXT, length]);
  if (length <= HIGHEST_UINT16) {
    const header = Buffer.from([FINAL_TEXT, LENGTH_OF_16_BITS, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header.set([FINAL_TEXT, LENGTH_OF_64_BITS]);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/** Returns a text as a server sends it in one frame. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([textFrameHeader(payload.length), payload]);
}
