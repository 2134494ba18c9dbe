import { expect, it } from 'vitest';
import { ByteWriter } from './byte-writer.js';
import { bytesToHex } from './hex.js';
import { writeVarInt } from './var-int.js';

// The table above `WriteVarInt` in `src/serialize.h` of dashpay/dash.
it.each([
  [0n, '00'],
  [1n, '01'],
  [127n, '7f'],
  [128n, '8000'],
  [255n, '807f'],
  [256n, '8100'],
  [16_383n, 'fe7f'],
  [16_384n, 'ff00'],
  [16_511n, 'ff7f'],
  [65_535n, '82fe7f'],
  [2n ** 32n, '8efefeff00'],
])('a VarInt writes %d as %s', (value, bytes) => {
  const writer = new ByteWriter();
  writeVarInt(writer, value);
  expect(bytesToHex(writer.toBytes())).toBe(bytes);
});
