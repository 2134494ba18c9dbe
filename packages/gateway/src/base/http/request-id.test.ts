import { describe, expect, it } from 'vitest';
import { createRequestIds } from './request-id.js';

describe('createRequestIds', () => {
  it.each(['a', '0', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'trace:span_1.2', 'x'.repeat(128)])(
    'keeps the id of the caller: %s',
    (id) => {
      expect(createRequestIds()(id)).toBe(id);
    },
  );

  it.each([undefined, '', ' ', 'a b', 'a\r\nset-cookie: x', 'a\n', 'é', '"', 'x'.repeat(129), ['a', 'b']])(
    'generates an id when the caller sends %j',
    (id) => {
      expect(createRequestIds()(id)).toMatch(/^[0-9a-f]{12}-1$/);
    },
  );

  it('generates a different id for each request and each gateway', () => {
    const [one, other] = [createRequestIds(), createRequestIds()];
    const ids = [one(undefined), one(undefined), other(undefined), other(undefined)];
    expect(new Set(ids).size).toBe(4);
  });
});
