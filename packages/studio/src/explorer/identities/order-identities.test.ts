import { expect, it } from 'vitest';
import { orderIdentities } from './order-identities.js';

const NAMES = new Map([
  ['a', 'masternode 10'],
  ['b', 'identity-10-of-mnemonic-1'],
  ['c', 'voter of masternode 2'],
  ['d', 'identity-2-of-mnemonic-1'],
  ['f', 'me'],
  ['h', 'identity-3-of-mnemonic-2'],
  ['g', 'masternode 9'],
]);

it('lists own names first, then those of mnemonics by number, those without a name, and masternodes', () => {
  const listed = 'a b c d e f g h'.split(' ').map((id) => ({ id }));
  expect(
    orderIdentities(listed, NAMES)
      .map(({ id }) => id)
      .join(''),
  ).toBe('fdbhegac');
  expect(listed.map(({ id }) => id).join('')).toBe('abcdefgh');
});
