import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiKeysError, hashApiKey, keyRing, makeApiKey, readApiKeys } from './api-key.js';

const KEY = makeApiKey();
const HASH = hashApiKey(KEY);

describe('an API key', () => {
  it('has 256 random bits and is unique', () => {
    expect(KEY).toMatch(/^dapikit_[\w-]{43}$/);
    expect(makeApiKey()).not.toBe(KEY);
  });

  it('is stored as its SHA-256', () => {
    expect(HASH).toBe(`sha256:${createHash('sha256').update(KEY).digest('hex')}`);
  });

  it('is found in a key ring, and no other text is', () => {
    const others = Array.from({ length: 10 }, (_, index) => ({
      name: `other-${index}`,
      hash: hashApiKey(makeApiKey()),
    }));
    const find = keyRing([...others.slice(5), { name: 'mine', hash: HASH }, ...others.slice(0, 5)]);
    expect(find(KEY)).toEqual({ name: 'mine', hash: HASH });
    for (const wrong of [KEY.slice(0, -1), `${KEY} `, KEY.toUpperCase(), HASH, HASH.slice(7), '', 'mine'])
      expect(find(wrong)).toBeUndefined();
  });
});

describe('readApiKeys', () => {
  it('reads a list of keys', () => {
    const rateLimit = { perMinute: 6000, burst: 500 };
    const list = [
      { name: 'wallet', hash: HASH },
      { name: 'explorer', hash: hashApiKey('x'), rateLimit },
    ];
    expect(readApiKeys(JSON.stringify(list))).toEqual(list);
    expect(readApiKeys('[]')).toEqual([]);
  });

  it.each([
    ['', 'the list of API keys: expected JSON, found "something else"'],
    ['{}', 'the list of API keys: expected an array of keys, found an object, an array or null'],
    ['[1]', '/0: expected an object, found 1'],
    ['[{}]', '/0/name: expected a string, found nothing'],
    ['[{"name":"a"}]', '/0/hash: expected a string, found nothing'],
    [
      '[{"name":"a","hash":"x"}]',
      '/0/hash: expected sha256: and 64 hexadecimal digits, found "something else"',
    ],
    [
      `[{"name":"a b","hash":"${HASH}"}]`,
      '/0/name: expected 1 to 64 letters, digits, dots and dashes, found "a b"',
    ],
    [
      `[{"name":"a","hash":"${HASH}","key":"x"}]`,
      '/0/key: expected one of name, hash, rateLimit, found "key"',
    ],
    [
      `[{"name":"a","hash":"${HASH}"},{"name":"b","hash":"${HASH}"}]`,
      '/1/hash: expected one that no key before it has',
    ],
    [
      `[{"name":"a","hash":"${HASH}","rateLimit":{"perMinute":"x"}}]`,
      '/0/rateLimit/perMinute: expected a number',
    ],
    [
      `[{"name":"a","hash":"${HASH}","rateLimit":{"perMinute":0,"burst":1}}]`,
      '/0/rateLimit/perMinute: expected a whole number from 1 to 60000000, found 0',
    ],
  ])('rejects %s', (text, message) => {
    expect(() => readApiKeys(text)).toThrow(ApiKeysError);
    expect(() => readApiKeys(text)).toThrow(message);
  });

  it('does not quote a key written in place of its hash', () => {
    expect(() => readApiKeys(JSON.stringify([{ name: 'a', hash: KEY }]))).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(KEY) }),
    );
  });
});
