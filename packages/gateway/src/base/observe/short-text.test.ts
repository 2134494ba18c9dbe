import { describe, expect, it } from 'vitest';
import { shortId, shortMembers, shortText } from './short-text.js';

const WIF = 'cRk4HVE9qfekpVFc72PMjEahdoiMkfaZpXBwBNRoqkk8hnsn8Kf8';

it('shows identifiers and hashes by their beginnings, and other texts as they are', () => {
  expect(shortId('84MWvXyEYFmaa3Ekkzr5JZzp3QpS97sYwRBBwiN3oCC2')).toBe('84MWvXyE…');
  expect(shortId('ab'.repeat(32))).toBe('abababab…');
  expect(shortId('ab'.repeat(31))).toBe('ab'.repeat(31));
});

it('shows values as JSON does, texts that are words without quotes', () => {
  expect(
    shortMembers({ a: 'word', b: 'two words', c: { d: 'word', e: [1, true, null, 5n] }, f: undefined }, 200),
  ).toBe('a=word b="two words" c={d: "word", e: [1, true, null, 5]}');
});

it('shows long texts and bytes by their lengths', () => {
  expect(shortMembers({ text: 'x'.repeat(500), bytes: new Uint8Array(7) }, 200)).toBe(
    'text=<500 characters> bytes=<7 bytes>',
  );
});

describe('secrets', () => {
  it.each([
    ['wif', WIF],
    ['mnemonic', 'test test junk'],
    ['privateKey', 'ab'],
    ['private_key', 'ab'],
    ['apiKey', 'ab'],
    ['api-key', 'ab'],
    ['accessToken', 'ab'],
    ['authToken', 'ab'],
    ['password', 'ab'],
    ['rpcPassword', 'ab'],
    ['clientSecret', 'ab'],
    ['Authorization', 'Bearer ab'],
    ['dump', 'ab'],
  ])('are hidden by the name of their member: %s', (name, value) => {
    expect(shortMembers({ [name]: value }, 200)).toBe(`${name}=***`);
    expect(shortText([{ [name]: value }], 200)).not.toContain(value);
  });

  it('are hidden by their form, wherever they are', () => {
    for (const shown of [
      shortText([WIF], 200),
      shortText({ key: [WIF] }, 200),
      shortMembers({ to: WIF }, 200),
    ])
      expect(shown).not.toContain(WIF.slice(0, 6));
  });

  it.each(['keyId', 'tokenId', 'publicKeyHash', 'key', 'tokenPosition'])('are not what %s names', (name) => {
    expect(shortMembers({ [name]: 5 }, 200)).toBe(`${name}=5`);
  });
});

it('takes no longer for a large value than for a small one', () => {
  let reads = 0;
  const counted = (value: object): object =>
    new Proxy(value, {
      get: (target, name, receiver) => {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  const list = counted(Array.from({ length: 100_000 }, (_, at) => at));
  expect(shortText(list, 60).length).toBeLessThan(90);
  expect(reads).toBeLessThan(200);
});

it.each([
  ['a list', Array.from({ length: 1_000 }, () => 'word')],
  ['an object', Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`name${at}`, at]))],
  ['nesting', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
  ['long names', { ['x'.repeat(10_000)]: { ['y'.repeat(10_000)]: 1 } }],
])('has a bounded length for %s', (_, value) => {
  expect(shortText(value, 100).length).toBeLessThan(260);
  expect(shortMembers({ value }, 100).length).toBeLessThan(260);
});

it('a name of a member is bounded as well', () => {
  expect(shortMembers({ ['x'.repeat(10_000)]: 1 }, 100).length).toBeLessThan(200);
});
