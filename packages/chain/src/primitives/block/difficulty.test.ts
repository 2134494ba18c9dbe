import { expect, it } from 'vitest';
import { RECORDED_EXCHANGES } from '../../../test/recorded.js';
import { difficulty } from './difficulty.js';

it("difficulty equals the recorded node's for its headers", () => {
  const { response } = RECORDED_EXCHANGES.find(({ label }) => label === 'getblockheader')!;
  const { result }: { result: { bits: string; difficulty: number } } = JSON.parse(response);
  // Dash Core prints 16 digits.
  const printed = Number(difficulty(Number.parseInt(result.bits, 16)).toPrecision(16));
  expect(printed).toBe(result.difficulty);
});

it.each([
  [0x1d00ffff, 1],
  [0x1b0404cb, 16307.420938523983],
  [0x1e0ffff0, 0.000244140625],
])('difficulty of %d is %d', (bits, expected) => {
  expect(difficulty(bits)).toBe(expected);
});
