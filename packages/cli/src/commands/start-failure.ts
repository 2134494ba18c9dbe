import { ControlRejectedError } from '@dapikit/chain';
import { ApiKeysError, CertificateError, RedisClientMissingError } from '@dapikit/gateway';
import { CommandError } from '../program/command.js';
import { asFileError, FileError } from '../program/file-error.js';

/** What is in the way of a start, by the system's error code, and the setting to change. */
const START_FAILURES: ReadonlyMap<string, readonly [what: string, setting: 'port' | 'host']> = new Map([
  ['EADDRINUSE', ['something listens at this address already: choose another port with', 'port']],
  ['EACCES', ['listening there is not allowed: choose a port above 1023 with', 'port']],
  ['EADDRNOTAVAIL', ['this machine does not have that address: choose another one with', 'host']],
  ['ENOTFOUND', ['the host does not exist: choose another one with', 'host']],
]);

/** Where a server was to listen. */
interface Addresses {
  readonly host: string;
  readonly port: number;
  readonly adminHost?: string;
  readonly adminPort?: number | 'none';
}

/** What is wrong with a setting, in words for people. */
const SETTING_FAILURES = [
  CertificateError,
  ApiKeysError,
  RedisClientMissingError,
  ControlRejectedError,
  RangeError,
] as const;

/** Returns why a server cannot start, with a fix; another error as it is. */
export function startFailure(error: unknown, addresses: Addresses): unknown {
  if (!(error instanceof Error)) return error;
  const fileError = asFileError(error);
  if (fileError !== error) return fileError;
  if (asFileError(error.cause) instanceof FileError) return new FileError(error.message);
  const known = START_FAILURES.get('code' in error ? String(error.code) : '');
  if (known !== undefined) {
    const [what, setting] = known;
    return new CommandError(
      `${error.message}\n${what} --${isOfAdmin(error, addresses) ? 'admin-' : ''}${setting}`,
    );
  }
  return SETTING_FAILURES.some((one) => error instanceof one) ? new CommandError(error.message) : error;
}

/** Whether it was the address for operators that could not be listened on. */
function isOfAdmin(error: Error, { host, port, adminHost, adminPort }: Addresses): boolean {
  if ('hostname' in error) return error.hostname === adminHost && adminHost !== host;
  if (!('address' in error && 'port' in error)) return false;
  const is = (oneHost: unknown, onePort: unknown): boolean =>
    error.address === oneHost && error.port === onePort;
  return is(adminHost, adminPort) && !is(host, port);
}
