import { spawn, type ChildProcess } from 'node:child_process';
import type { NetworkReady } from '../platform/network-ready.js';
import { programPath } from '../program/program-path.js';

const MAX_CLOSE_MS = 10_000;
const MAX_STDERR = 8_000;

/** A `dapikit dev` in a process of its own, which ends with this one. */
export class NetworkProcess {
  readonly ready: NetworkReady;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ready: NetworkReady) {
    this.#child = child;
    this.ready = ready;
  }

  /** Starts a network, and resolves once its platform is open. @throws {Error} (rejects) with its last lines where it ends before */
  static async start(args: readonly string[], isLogged: boolean): Promise<NetworkProcess> {
    const child = spawn(process.execPath, [programPath(), 'dev', '--with-parent', ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_STDERR);
      if (isLogged) process.stderr.write(text);
    });
    const ready = await new Promise<NetworkReady>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        reject(new Error(`the network did not start (exit code ${code}): ${errors.trim()}`)),
      );
      child.on('message', (message) => {
        if (isReady(message)) resolve(message);
      });
    });
    release(child);
    return new NetworkProcess(child, ready);
  }

  /** Ends the process, and waits for that. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const timer = setTimeout(() => child.kill('SIGKILL'), MAX_CLOSE_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  }
}

/** Lets this process end although the child runs: the end of the channel ends the child. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const { stderr } = child;
  if (stderr !== null && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref();
}

const isReady = (message: unknown): message is NetworkReady =>
  typeof message === 'object' && message !== null && 'dapikit' in message && message.dapikit === 'ready';
