import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

const COOKIE_USER = '__cookie__';
const COOKIE_SIZE = 32;
const BASIC = 'Basic ';

/** Describes the credentials of callers: a user and a password, or a cookie file that only its readers know. */
export type EmulatorCredentials =
  | { readonly user: string; readonly password: string }
  | {
      /** Where a new password is written at each start, as Dash Core writes its `.cookie`; removed at the end. */
      readonly cookieFile: string;
    };

/** Represents the password of a node, and the file it is in. */
export class EmulatorAccess {
  readonly #expected: Buffer;
  readonly #cookie: { readonly file: string; readonly text: string } | undefined;

  /** @throws {RangeError} for a user with a colon and for an empty password */
  constructor(credentials: EmulatorCredentials) {
    if ('cookieFile' in credentials) {
      const text = `${COOKIE_USER}:${randomBytes(COOKIE_SIZE).toString('hex')}`;
      this.#cookie = { file: credentials.cookieFile, text };
      this.#expected = digest(text);
      return;
    }
    const { user, password } = credentials;
    if (user.includes(':')) throw new RangeError('expected a user without a colon in its name');
    if (password === '') throw new RangeError('the password is empty');
    this.#expected = digest(`${user}:${password}`);
  }

  /**
   * Writes the cookie file where there is to be one, readable by its owner only. To be called once the port is taken: the file
   * may be that of a node that runs.
   *
   * Source: `GenerateAuthCookie` in `src/rpc/request.cpp` of dashpay/dash.
   */
  async open(): Promise<void> {
    if (this.#cookie === undefined) return;
    const { file, text } = this.#cookie;
    const draft = `${file}.${process.pid}.tmp`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  }

  /** Returns whether a header of a request has the password. It takes as long whatever the header says. */
  admits(authorization: string): boolean {
    const given = authorization.startsWith(BASIC) ? authorization.slice(BASIC.length).trim() : '';
    return timingSafeEqual(digest(Buffer.from(given, 'base64')), this.#expected);
  }

  /** Removes the cookie file, unless another node has written it since. */
  async close(): Promise<void> {
    if (this.#cookie === undefined) return;
    const { file, text } = this.#cookie;
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === text) await rm(file, { force: true });
  }
}

function digest(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
