import { expect, it } from 'vitest';
import { idsIn, splitAtNames } from './content-names.js';

const ALICE = '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6';
const BOB = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const TEXT = JSON.stringify({
  $ownerId: ALICE,
  to: [BOB, ALICE],
  text: `${BOB} in a sentence`,
  short: 'abc',
});

it('lists each id of a content once', () => {
  expect(idsIn(TEXT)).toEqual([ALICE, BOB]);
});

it('puts names in the place of ids, and keeps everything else', () => {
  const parts = splitAtNames(TEXT, new Map([[ALICE, 'alice.dash']]));
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([
    { id: ALICE, name: 'alice.dash' },
    { id: ALICE, name: 'alice.dash' },
  ]);
  const whole = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.id)));
  expect(whole.join('')).toBe(TEXT);
  expect(splitAtNames(TEXT, new Map())).toEqual([TEXT]);
});
