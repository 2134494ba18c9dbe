import { FileError } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import { readBounded } from './read-bounded.js';

/** Environment variable with the private key that signs. */
export const PRIVATE_KEY_VARIABLE = 'DAPIKIT_PRIVATE_KEY';

const MAX_KEY_BYTES = 1024;

/**
 * Reads a private key in WIF from a file, or else from the environment: arguments of commands are seen by other users of the machine.
 * @throws {UsageError} where neither has one. @throws {FileError} (rejects) where the file cannot be read
 */
export async function readPrivateKey(file: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  if (file === undefined) {
    const key = env[PRIVATE_KEY_VARIABLE]?.trim();
    if (key === undefined || key === '')
      throw new UsageError(`no key signs: name a file by --key-file, or set ${PRIVATE_KEY_VARIABLE} (WIF)`);
    return key;
  }
  const bytes = await readBounded(file, MAX_KEY_BYTES);
  const key = bytes && new TextDecoder().decode(bytes).trim();
  if (key === undefined || !/^\w{50,54}$/.test(key))
    throw new FileError(`${printable(file)}: expected one private key in WIF`);
  return key;
}
