import { expect, it } from 'vitest';
import { devOptions } from './dev-options.js';

const read = (address: string) => devOptions.platformStore.read(address, '--platform-store');

it('--platform-store describes a PostgreSQL URL without quoting an invalid one', () => {
  const address = 'postgres://me:secret@host:5432/db';
  expect(read(address)).toBe(address);
  expect(() => read('postgre://me:secret@host')).toThrow(
    /^--platform-store: expected a file, or a URL such as postgres:\/\/user:password@host\/database with % escapes in the password, found something else$/,
  );
});
