import { expect, it } from 'vitest';
import { bytesInDebugText } from './rust-bytes.js';

it.each([
  ['[8, 0, 75, 158]', [[8, 0, 75, 158]]],
  ['8, 0, 255', [[8, 0, 255]]],
  ['[\n    8,\n    0,\n]', [[8, 0]]],
  ['2026-01-05T10:00:00Z DEBUG drive: raw_state_transition=[2, 0] height=5', [[2, 0]]],
  ['BroadcastStateTransitionRequest { state_transition: [2, 0, 7] }', [[2, 0, 7]]],
  [String.raw`tx: b"\x02\0a\n\r\t\\\"\'\xff"`, [[2, 0, 0x61, 10, 13, 9, 0x5c, 0x22, 0x27, 0xff]]],
  ['hash=[1, 2] tx=[3]', [[1, 2], [3]]],
  ['[256]', []],
  ['[1,,2]', []],
  ['[]', []],
  ['12', []],
  [String.raw`b"\q"`, []],
  ['b"…"', []],
])('finds the bytes in %j', (text, expected) => {
  expect([...bytesInDebugText(text)].map((bytes) => [...bytes])).toEqual(expected);
});

it.each([
  ['closed literals', 'b"\n', 1],
  ['escaped quotes in an open literal', '\\"', undefined],
  ['lists that are not closed', '[1, ', undefined],
  ['lists of one byte', '[1]', 1],
])('reads the first bytes of 8 MB of %s without the rest', (_, part, length) => {
  const text = `b"${part.repeat(8_000_000 / part.length)}`;
  expect(bytesInDebugText(text).next().value?.length).toBe(length);
});
