import { expect, it } from 'vitest';
import type { ExecutedTransition } from './executed-transition.js';
import type { UnsignedCall } from './recent-transitions.js';
import { isNamedIn, mergeRows } from './transition-rows.js';

const signed = (height: number): ExecutedTransition => ({
  id: `${height}`,
  bytes: new Uint8Array(),
  height,
  time: 0,
  fee: 0n,
  rejection: undefined,
  described: {
    kind: '',
    summary: '',
    signerId: undefined,
    signerName: undefined,
    keyId: undefined,
    nonce: undefined,
    json: {},
  },
});

const call = (
  number: number,
  height: number | undefined,
  more: Partial<UnsignedCall> = {},
): UnsignedCall => ({
  number,
  height,
  blockTime: undefined,
  kind: '',
  summary: '',
  signerId: undefined,
  signerName: undefined,
  time: 0,
  fee: undefined,
  content: {},
  ...more,
});

const namesOf = (...args: Parameters<typeof mergeRows>): string[] =>
  mergeRows(...args).map((row) =>
    row.kind === 'signed' ? `block ${row.height}` : `call ${row.call.number}`,
  );

it('puts unsigned calls between signed transitions by their blocks', () => {
  expect(namesOf([signed(9), signed(4)], [call(2, 10), call(1, 5)], false)).toEqual([
    'call 2',
    'block 9',
    'call 1',
    'block 4',
  ]);
});

it('puts a call without a block beside the call before it', () => {
  expect(namesOf([signed(9), signed(4)], [call(3, 10), call(2, undefined), call(1, 5)], false)).toEqual([
    'call 3',
    'block 9',
    'call 2',
    'call 1',
    'block 4',
  ]);
});

it('leaves calls that are older than the loaded transitions to the next page', () => {
  expect(namesOf([signed(9), signed(7)], [call(2, 8), call(1, 5)], true)).toEqual([
    'block 9',
    'call 2',
    'block 7',
  ]);
  expect(namesOf([signed(9), signed(7)], [call(2, 8), call(1, 5)], false)).toHaveLength(4);
});

it('finds the identity for which a call acts, and one in its input', () => {
  expect(isNamedIn('a', call(1, 1, { signerId: 'a' }))).toBe(true);
  expect(isNamedIn('a', call(1, 1, { content: { recipientId: 'a' } }))).toBe(true);
  expect(isNamedIn('a', call(1, 1, { signerId: 'b', content: { recipientId: 'ab' } }))).toBe(false);
});
