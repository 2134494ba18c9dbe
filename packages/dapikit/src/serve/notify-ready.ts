import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const MAX_WAIT_MS = 5_000;

/**
 * Notifies systemd that the service is ready, where it runs in a unit of `Type=notify` (`NOTIFY_SOCKET`, sd_notify(3)). Node has no Unix datagram
 * sockets, so `systemd-notify` sends the message: the unit needs `NotifyAccess=all`. Logs a warning where that program fails, and never rejects.
 */
export async function notifyReady(env: NodeJS.ProcessEnv, log: Logger): Promise<void> {
  if (!env['NOTIFY_SOCKET']) return;
  try {
    await promisify(execFile)('systemd-notify', ['--ready'], { env, timeout: MAX_WAIT_MS });
  } catch (error) {
    log.warn({ err: error }, 'systemd not notified');
  }
}
