import { ControlRejectedError, MissingPackageError } from '@dapikit/chain';
import { ApiKeysError, CertificateError } from '@dapikit/gateway';
import { CommandError } from '../program/command.js';
import { asFileError, FileError, fileErrorReason } from '../program/file-error.js';
import { portOwner } from './port-owner.js';

/** Obstacles to a start by the system's error code, each with the setting to change. */
const START_FAILURES: ReadonlyMap<string, readonly [what: string, setting: 'port' | 'host']> = new Map([
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

/** Errors that describe a wrong setting in words for people. */
const SETTING_FAILURES = [
  CertificateError,
  ApiKeysError,
  MissingPackageError,
  ControlRejectedError,
  RangeError,
] as const;

/** Returns why a server cannot start, with a fix; another error as it is. */
export async function startFailure(error: unknown, addresses: Addresses): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const fileError = asFileError(error);
  if (fileError !== error) return fileError;
  const reason = fileErrorReason(error.cause);
  if (reason !== undefined && error.cause instanceof Error)
    return new FileError(error.message.replace(error.cause.message, reason));
  const code = 'code' in error ? String(error.code) : '';
  const prefix = isOfAdmin(error, addresses) ? '--admin-' : '--';
  if (code === 'EADDRINUSE')
    return new CommandError(`${await describeTakenPort(error)}: choose another port with ${prefix}port`);
  const known = START_FAILURES.get(code);
  if (known !== undefined) {
    const [what, setting] = known;
    return new CommandError(`${error.message}\n${what} ${prefix}${setting}`);
  }
  return SETTING_FAILURES.some((one) => error instanceof one) ? new CommandError(error.message) : error;
}

/** Says which program listens at the port already. */
async function describeTakenPort(error: Error): Promise<string> {
  if (!('port' in error && typeof error.port === 'number')) return error.message;
  const owner = (await portOwner(error.port)) ?? 'another program';
  return `port ${error.port} is in use by ${owner} (EADDRINUSE)`;
}

/** Returns whether it was the address for operators that could not be listened on. */
function isOfAdmin(error: Error, { host, port, adminHost, adminPort }: Addresses): boolean {
  if ('hostname' in error) return error.hostname === adminHost && adminHost !== host;
  if (!('address' in error && 'port' in error)) return false;
  const is = (oneHost: unknown, onePort: unknown): boolean =>
    error.address === oneHost && error.port === onePort;
  return is(adminHost, adminPort) && !is(host, port);
}
