import { readFile } from 'node:fs/promises';
import type { Eventually } from '../../layer1/eventually.js';

/** Describes a user of a node's RPC server. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Reads credentials when they are first needed, and again whenever the node rejects them. What it throws means that there are none. */
export type CredentialsSource = () => Eventually<Credentials>;

/** A node's own `.cookie` has 75 bytes. */
const MAX_FILE_BYTES = 4096;

/**
 * Returns credentials from a file with one line `user:password`: the `.cookie` that a node writes into its data folder at each start,
 * or a file of yours.
 */
export function credentialsFile(path: string): CredentialsSource {
  return async () => {
    const text = await readText(path);
    const line = text.replace(/\r?\n$/, '');
    const colon = line.indexOf(':');
    if (colon < 1 || line.length > MAX_FILE_BYTES || /[\r\n]/.test(line)) {
      throw new RangeError(`${path} is not one line of user:password`);
    }
    return { user: line.slice(0, colon), password: line.slice(colon + 1) };
  };
}

/** The error of the system may lack the path. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new RangeError(`cannot read ${path}: ${code}`, { cause: error });
  }
}

/** Returns credentials from two variables of an environment, such as `process.env`. */
export function environmentCredentials(
  environment: Readonly<Record<string, string | undefined>>,
  userName: string,
  passwordName: string,
): CredentialsSource {
  return () => {
    const user = environment[userName];
    const password = environment[passwordName];
    if (user === undefined || password === undefined) {
      throw new RangeError(`${userName} and ${passwordName} must both be set in the environment`);
    }
    return { user, password };
  };
}
