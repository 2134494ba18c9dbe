import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The proxies that the tests run. */
export const PROXIES = ['nginx', 'caddy', 'haproxy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Debian keeps some of them out of the path of users. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Finds the program of a proxy; `undefined` where it is not installed, which is an error in CI. */
export function proxyProgram(name: ProxyName): string | undefined {
  const found = FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined && process.env['CI'] !== undefined)
    throw new Error(`${name} is not installed: apt-get install ${name}`);
  return found;
}

const ARGUMENTS: Readonly<Record<ProxyName, (folder: string, file: string) => readonly string[]>> = {
  nginx: (folder, file) => ['-p', folder, '-c', file, '-e', 'stderr'],
  caddy: (_, file) => ['run', '--adapter', 'caddyfile', '--config', file],
  haproxy: (_, file) => ['-db', '-f', file],
};

/** A proxy in a process and a folder of its own. */
export class ProxyProcess {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), 'dapikit-proxy-'));
  readonly #killAtExit = (): void => void this.#child.kill('SIGKILL');
  #said = '';

  private constructor(name: ProxyName, program: string, configuration: string) {
    const file = join(this.#folder, 'configuration');
    writeFileSync(file, configuration);
    this.#child = spawn(program, ARGUMENTS[name](this.#folder, file), {
      cwd: this.#folder,
      env: { PATH: process.env['PATH'], HOME: this.#folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => (this.#said += String(chunk)));
    process.once('exit', this.#killAtExit);
  }

  /** Starts a proxy, and waits until it listens on the ports. */
  static async start(
    name: ProxyName,
    program: string,
    configuration: string,
    ports: readonly number[],
  ): Promise<ProxyProcess> {
    const proxy = new ProxyProcess(name, program, configuration);
    for (const port of ports) {
      for (let tries = 0; !(await isListening(port)); tries += 1) {
        if (tries > 400 || proxy.#child.exitCode !== null) {
          const said = proxy.#said;
          await proxy.stop();
          throw new Error(`${name} does not listen: ${said}`);
        }
        await sleep(25);
      }
    }
    return proxy;
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killAtExit);
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
