import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../chain/test/free-port.js';

const PROGRAM = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Whether this machine has Redis or Valkey. Debian has it in the package `redis-server`. */
export const HAS_REDIS = PROGRAM !== undefined;

/** A real server on a free loopback port, which keeps nothing. */
export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'dapikit-redis-'));
  readonly #port: number;
  readonly #password: string | undefined;
  #process: ChildProcess | undefined;
  readonly #killAtExit = (): void => void this.#process?.kill('SIGKILL');

  private constructor(port: number, password: string | undefined) {
    this.#port = port;
    this.#password = password;
    process.once('exit', this.#killAtExit);
  }

  static async start(password?: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), password);
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://${this.#password === undefined ? '' : `:${this.#password}@`}127.0.0.1:${this.#port}`;
  }

  /** Starts it, and waits until it takes connections. */
  async restart(): Promise<void> {
    const settings = [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      this.#folder,
    ];
    if (this.#password !== undefined) settings.push('--requirepass', this.#password);
    const child = spawn(PROGRAM ?? 'redis-server', settings, { stdio: 'ignore' });
    this.#process = child;
    for (let tries = 0; !(await this.#isUp()); tries += 1) {
      if (tries > 200 || child.exitCode !== null) throw new Error('redis-server does not start');
      await sleep(25);
    }
  }

  /** Changes a setting while it runs. */
  async configure(name: string, value: string): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.write(`CONFIG SET ${name} ${value}\r\nQUIT\r\n`);
    const answer = await text(socket);
    if (!answer.startsWith('+OK')) throw new Error(`redis-server does not set ${name}: ${answer}`);
  }

  /** Stops it in its tracks: it takes connections, and answers nothing. */
  stall(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** Lets it go on. */
  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Kills it as `kill -9` does. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Kills it, and removes its folder. */
  async stop(): Promise<void> {
    await this.kill();
    process.off('exit', this.#killAtExit);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #isUp(): Promise<boolean> {
    const socket = connect(this.#port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
