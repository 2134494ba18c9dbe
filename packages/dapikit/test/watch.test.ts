import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderWith, MAIN, VALID } from './run-dapikit.js';

const BROKEN = VALID.replace('"type":"object"', '"type":"array"');
const PATIENCE_MS = 10_000;
/** Longer than the watcher waits for what belongs together. */
const SETTLED_MS = 500;

/** `dapikit check --watch` in a process of its own. */
class Watching {
  readonly #child: ChildProcess;
  #output = '';

  constructor(cwd: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [MAIN, 'check', '--watch', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk) => (this.#output += String(chunk)));
  }

  /** The summaries of the runs so far. */
  get runs(): string[] {
    return [...this.#output.matchAll(/^(.*)\n(?:More about.*\n)?\n\[[\d:]+\] Watching/gm)].map(
      ([, run = '']) => run,
    );
  }

  /** Waits for as many runs, and gives the last one. */
  async after(runs: number): Promise<string> {
    const end = Date.now() + PATIENCE_MS;
    while (this.runs.length < runs && Date.now() < end) await pause(20);
    if (this.runs.length !== runs)
      throw new Error(`expected ${runs} runs, found ${this.runs.length}: ${this.#output}`);
    return this.runs.at(-1) ?? '';
  }

  get output(): string {
    return this.#output;
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    const [code]: (number | null)[] = await exit;
    return code ?? null;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('dapikit check --watch', () => {
  let watching: Watching | undefined;
  const watch = (cwd: string, ...args: string[]) => (watching = new Watching(cwd, args));
  afterEach(() => watching?.stop('SIGKILL'));

  it('says with its name that no file is left', async () => {
    const cwd = folderWith({ 'a.json': VALID });
    const run = watch(cwd, '*.json');
    await run.after(1);
    rmSync(join(cwd, 'a.json'));
    expect(await run.after(2)).toBe('dapikit check: no file matches *.json');
  });

  it('checks again when a file is written, replaced, deleted and restored', async () => {
    const cwd = folderWith({ 'a.json': VALID });
    const file = join(cwd, 'a.json');
    const run = watch(cwd, 'a.json');
    expect(await run.after(1)).toMatch(/^0 errors/);
    writeFileSync(file, BROKEN);
    expect(await run.after(2)).toMatch(/^1 error/);
    writeFileSync(`${file}.tmp`, VALID);
    renameSync(`${file}.tmp`, file);
    expect(await run.after(3)).toMatch(/^0 errors/);
    writeFileSync(`${file}.tmp`, BROKEN);
    renameSync(`${file}.tmp`, file);
    expect(await run.after(4)).toMatch(/^1 error/);
    rmSync(file);
    expect(await run.after(5)).toBe('1 file could not be read.');
    writeFileSync(file, VALID);
    expect(await run.after(6)).toMatch(/^0 errors/);
    expect(run.output).not.toContain('\u001b');
  });

  it('combines quick changes and ignores other files', async () => {
    const cwd = folderWith({ 'a.json': VALID, 'b.json': VALID });
    const run = watch(cwd, 'a.json', 'b.json');
    await run.after(1);
    for (let times = 0; times < 5; times += 1) {
      writeFileSync(join(cwd, 'a.json'), BROKEN);
      writeFileSync(join(cwd, 'b.json'), BROKEN);
      await pause(5);
    }
    expect(await run.after(2)).toMatch(/^2 errors/);
    writeFileSync(join(cwd, 'c.json'), BROKEN);
    await pause(SETTLED_MS);
    expect(run.runs).toHaveLength(2);
  });

  it.each([['*.json'], ['.']])('notices new and deleted files under %s', async (pattern) => {
    const cwd = folderWith({ 'a.json': VALID });
    const run = watch(cwd, pattern);
    expect(await run.after(1)).toMatch('in 1 file;');
    writeFileSync(join(cwd, 'b.json'), BROKEN);
    expect(await run.after(2)).toMatch('in 2 files;');
    mkdirSync(join(cwd, 'node_modules'));
    writeFileSync(join(cwd, 'node_modules', 'c.json'), BROKEN);
    await pause(SETTLED_MS);
    rmSync(join(cwd, 'b.json'));
    expect(await run.after(3)).toMatch('in 1 file;');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s with exit code 0', async (signal) => {
    const run = watch(folderWith({ 'a.json': BROKEN }), 'a.json');
    await run.after(1);
    expect(await run.stop(signal)).toBe(0);
  });
});
