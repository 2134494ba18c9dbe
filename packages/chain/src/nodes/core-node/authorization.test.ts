import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { Authorization } from './authorization.js';
import { credentialsFile, environmentCredentials } from './credentials.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (text: string): string => {
  const path = join(folder, 'cookie');
  writeFileSync(path, text);
  return path;
};

describe('Authorization', () => {
  it('returns the header of RFC 7617', async () => {
    const given = new Authorization({ user: 'Aladdin', password: 'open sesame' });
    expect(await given.header()).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
    expect(await new Authorization(undefined).header()).toBeUndefined();
  });

  it('rejects a user with a colon', () => {
    expect(() => new Authorization({ user: 'a:b', password: 'c' })).toThrow(RangeError);
  });

  it('reads credentials once, and again after a rejection', async () => {
    let reads = 0;
    const authorization = new Authorization(() => ({ user: 'u', password: String((reads += 1)) }));
    const first = await authorization.header();
    expect(await authorization.header()).toBe(first);
    const second = await authorization.renewed(first);
    expect(second).not.toBe(first);
    expect(await authorization.renewed(first)).toBe(second);
    expect(reads).toBe(2);
  });

  it('is not renewed without new credentials', async () => {
    const given = new Authorization({ user: 'u', password: 'p' });
    expect(await given.renewed(await given.header())).toBeUndefined();
    const read = new Authorization(() => ({ user: 'u', password: 'p' }));
    expect(await read.renewed(await read.header())).toBeUndefined();
  });

  it('hides the password from inspect', () => {
    const shown = inspect(new Authorization({ user: 'u', password: 'secret' }), { showHidden: true });
    expect(shown).not.toMatch(/secret|Basic/);
  });
});

describe('credentials', () => {
  it.each(['__cookie__:0a1b', '__cookie__:0a1b\n', 'u:p:q\r\n'])(
    'are read from a file with %j',
    async (text) => {
      const [user, ...password] = text.trim().split(':');
      expect(await credentialsFile(file(text))()).toEqual({ user, password: password.join(':') });
    },
  );

  it.each(['', 'secret', ':secret', 'u:secret\nmore', `u:${'secret'.repeat(1000)}`])(
    'are rejected in a file with %j',
    async (text) => {
      const authorization = new Authorization(credentialsFile(file(text)));
      const error: unknown = await authorization.header().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'NodeUnavailableError', reason: 'no-credentials' });
      expect(inspect(error)).not.toContain('secret');
    },
  );

  it('are rejected if the file is missing', async () => {
    const file = join(folder, 'nothing');
    const authorization = new Authorization(credentialsFile(file));
    await expect(authorization.header()).rejects.toMatchObject({
      reason: 'no-credentials',
      message: expect.stringContaining(`cannot read ${file}: ENOENT`),
    });
  });

  it('are read from the environment', async () => {
    const environment = { USER_NAME: 'u', PASSWORD: 'p' };
    expect(environmentCredentials(environment, 'USER_NAME', 'PASSWORD')()).toEqual({
      user: 'u',
      password: 'p',
    });
    const missing = new Authorization(environmentCredentials(environment, 'USER_NAME', 'PASS'));
    await expect(missing.header()).rejects.toThrow('USER_NAME and PASS must both be set in the environment');
  });

  it('whose source fails are rejected without its message', async () => {
    const failing = new Authorization(() => {
      throw new Error('secret');
    });
    await expect(failing.header()).rejects.toThrow('cannot be read: their source failed');
  });
});
