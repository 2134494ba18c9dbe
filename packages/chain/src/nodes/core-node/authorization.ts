import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { Credentials, CredentialsSource } from './credentials.js';

/**
 * Represents the `Authorization` header for a node. It is private, so that no inspection or serialisation shows it.
 *
 * Source: `RPCAuthorized` in `src/httprpc.cpp` of dashpay/dash (Basic, RFC 7617).
 */
export class Authorization {
  readonly #source: CredentialsSource | undefined;
  #header: string | undefined;
  #reading: Promise<void> | undefined;

  constructor(credentials: Credentials | CredentialsSource | undefined) {
    if (typeof credentials === 'function') this.#source = credentials;
    else if (credentials !== undefined) this.#header = basic(credentials);
  }

  /**
   * Returns the header's value; `undefined` when there are no credentials.
   * @throws {NodeUnavailableError} when they cannot be read.
   */
  async header(): Promise<string | undefined> {
    if (this.#header === undefined && this.#source) await this.#read(this.#source);
    return this.#header;
  }

  /**
   * Reads the credentials again, as a node has new ones in its cookie file at each start; gives the header's value, or
   * `undefined` when it is still the one that was `rejected`.
   * @throws {NodeUnavailableError} when they cannot be read.
   */
  async renewed(rejected: string | undefined): Promise<string | undefined> {
    // Another call that was rejected at the same time has read them already.
    if (this.#header === rejected && this.#source) await this.#read(this.#source);
    return this.#header === rejected ? undefined : this.#header;
  }

  /** Calls that need the credentials at the same time share one reading. */
  #read(source: CredentialsSource): Promise<void> {
    return (this.#reading ??= this.#readNow(source).finally(() => (this.#reading = undefined)));
  }

  async #readNow(source: CredentialsSource): Promise<void> {
    try {
      this.#header = basic(await source());
    } catch (error) {
      throw new NodeUnavailableError(
        `the node's credentials cannot be read: ${why(error)}`,
        'no-credentials',
      );
    }
  }
}

function basic({ user, password }: Credentials): string {
  if (user.includes(':')) throw new RangeError('a user has no colon in its name');
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

/** Returns the code of a system's error, or the text of one of ours: a source of somebody else's may say too much. */
function why(error: unknown): string {
  if (error instanceof RangeError) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'their source failed';
}
