import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from './run-dapikit.js';

/** `dapikit` in a process of its own, with a folder of its own for what it keeps. */
export class DapikitProcess {
  readonly #child: ChildProcess;
  readonly stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-cli-'));
  readonly exit: Promise<number | null>;
  stdout = '';
  stderr = '';

  /** @param cwd where it runs; here unless said otherwise */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = process.cwd()) {
    this.#child = spawn(process.execPath, [MAIN, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], DAPIKIT_STATE_DIR: this.stateDirectory, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk) => (this.stdout += String(chunk)));
    this.#child.stderr?.on('data', (chunk) => (this.stderr += String(chunk)));
    this.exit = new Promise((resolve) => this.#child.once('close', (code) => resolve(code)));
  }

  /** Waits until the output ends with what is printed last at the start, and gives all of it. */
  async started(): Promise<string> {
    while (!/^Ready;/m.test(this.stdout)) {
      const ended = await Promise.race([
        this.exit,
        new Promise((resolve) => setTimeout(resolve, 20, 'running')),
      ]);
      if (ended !== 'running') throw new Error(`dapikit ended with ${String(ended)}: ${this.stderr}`);
    }
    return this.stdout;
  }

  /** The lines of the log that are not of a request, a transition or a block: warnings, errors, and what no line of a log looks like. */
  get faults(): readonly string[] {
    const isRoutine = /^\d\d:\d\d:\d\d (?!WARN|ERROR|FATAL)/;
    return this.stderr.split('\n').filter((line) => line !== '' && !isRoutine.test(line));
  }

  /** The address of plain HTTP. */
  get url(): string {
    const [url] = /http:\S+/.exec(this.stdout) ?? [];
    if (url === undefined) throw new Error('no address was printed');
    return url;
  }

  /** Closes the reading end of the output, as `head` does once it has seen enough. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('the process did not start');
    return pid;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    const code = await this.exit;
    rmSync(this.stateDirectory, { recursive: true, force: true });
    return code;
  }
}
