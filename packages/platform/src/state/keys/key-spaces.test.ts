import { expect, it } from 'vitest';
import { CONTEST_SPACES } from '../contest/contest-keys.js';
import { IDENTITY_SPACES } from '../identity/identity-entry-keys.js';
import { TOKEN_SPACES } from '../token/token-keys.js';
import { KEY_SPACES } from './key-spaces.js';

it('key spaces have a unique first byte per kind of entry', () => {
  const bytes = [KEY_SPACES, IDENTITY_SPACES, TOKEN_SPACES, CONTEST_SPACES].flatMap((spaces) =>
    Object.values<number>(spaces),
  );
  expect(new Set(bytes).size).toBe(bytes.length);
  expect(bytes.every((byte) => byte >= 0x10 && byte < 0xff)).toBe(true);
});
