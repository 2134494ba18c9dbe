import { readFileSync } from 'node:fs';
import { hex } from '@scure/base';
import { expect, it } from 'vitest';
import { addressFromText, addressText } from './address-text.js';

interface Recorded {
  readonly what: string;
  readonly publicKeyHash: string;
  readonly mainnet: string;
  readonly testnet: string;
  readonly p2shMainnet: string;
  readonly p2shTestnet: string;
}

const recorded = readFileSync(
  new URL('../../../../fixtures/state-transitions/ids.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Recorded => JSON.parse(line))
  .filter(({ what }) => what === 'platformAddress');

it('addresses are encoded and decoded like the official library does', () => {
  expect(recorded).toHaveLength(2);
  for (const { publicKeyHash, mainnet, testnet, p2shMainnet, p2shTestnet } of recorded) {
    const hash = hex.decode(publicKeyHash);
    for (const [type, network, text] of [
      ['p2pkh', 'mainnet', mainnet],
      ['p2pkh', 'testnet', testnet],
      ['p2sh', 'mainnet', p2shMainnet],
      ['p2sh', 'testnet', p2shTestnet],
    ] as const) {
      expect(addressText({ type, hash }, network)).toBe(text);
      expect(addressFromText(text)).toEqual({ type, hash });
      expect(addressFromText(text.toUpperCase())).toEqual({ type, hash });
    }
  }
});

it('addresses are decoded from no other text', () => {
  const [{ testnet } = { testnet: '' }] = recorded;
  const wrong = ['', 'tdash1', testnet.slice(0, -1), testnet.replace('tdash', 'dash'), `${testnet}q`];
  for (const text of [...wrong, `T${testnet.slice(1)}`, 'yYP87XsfJXfMxpsdEXDhMCE4QG6xU7xJ3B'])
    expect(addressFromText(text)).toBeUndefined();
});
