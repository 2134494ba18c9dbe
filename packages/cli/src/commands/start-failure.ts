import { ApiKeysError, CertificateError, RedisClientMissing } from '@dapikit/gateway';
import { CommandFailure } from '../command.js';

/** What is in the way of a start, by the system's error code. */
const START_FAILURES: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'something else listens at this address already: choose another port with --port'],
  ['EACCES', 'listening there is not allowed: choose a port above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine does not have that address: choose another one with --host'],
  ['ENOTFOUND', 'there is no host of that name: choose another one with --host'],
]);

/** What is wrong with a setting, in words for people. */
const SETTING_FAILURES = [CertificateError, ApiKeysError, RedisClientMissing, RangeError] as const;

/** What stands in the way of a server, told with what to do; another error as it is. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const known = START_FAILURES.get('code' in error ? String(error.code) : '');
  if (known !== undefined) return new CommandFailure(`${error.message}\n${known}`);
  return SETTING_FAILURES.some((one) => error instanceof one) ? new CommandFailure(error.message) : error;
}
