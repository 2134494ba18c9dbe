import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { callDapikit, folderWith, MAIN } from './run-dapikit.js';

const server = new DapikitProcess(['dev', '--port', '0']);
beforeAll(async () => server.started(), 60_000);
afterAll(async () => server.stop());

const PROPERTY = { type: 'string', maxLength: 20, position: 0 };
const noteOf = (text: object, more: object = {}): string =>
  JSON.stringify({
    note: {
      type: 'object',
      properties: { text: { ...PROPERTY, ...text }, ...more },
      additionalProperties: false,
    },
  });

/** `dapikit watch` in a process of its own. */
class Watching {
  readonly #child: ChildProcess;
  output = '';

  constructor(cwd: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [MAIN, 'watch', ...args, '--url', server.url], {
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk) => (this.output += String(chunk)));
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Waits until a run after those that were seen has ended, and gives what it wrote. */
  async next(): Promise<string> {
    const ending = /^([^]*?)\n\n\[[\d:]+\] Watching for changes; stop with Ctrl-C\n/;
    await vi.waitUntil(() => ending.test(this.output), { timeout: 30_000 });
    const [whole = '', run = ''] = ending.exec(this.output) ?? [];
    this.output = this.output.slice(whole.length);
    return run;
  }

  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async stop(): Promise<unknown> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGINT');
    return (await ended)[0];
  }
}

const told = async (...args: readonly string[]): Promise<string> =>
  (await callDapikit(['platform', ...args, '--url', server.url], { cwd: folderWith({}) })).stdout;

/** Calls a method of the platform, and returns its result as JSON. */
const call = async (method: string, params: object = {}): Promise<string> =>
  told('call', method, JSON.stringify(params), '--json');

describe('dapikit watch', () => {
  it('applies the files again after a revert of the platform', async () => {
    const cwd = folderWith({ 'log.json': noteOf({}) });
    const { id } = JSON.parse(await call('snapshot'));
    const watching = new Watching(cwd, ['log.json', '--by', 'ann']);
    expect(await watching.next()).toMatch(/^log.json: registered as log /);
    await call('revert', { id });
    expect(await watching.next()).toMatch(/^log.json: registered as log /);
    expect(await watching.stop()).toBe(0);
  });

  it('registers a file with its documents, updates it, says why it cannot, and resets', async () => {
    const cwd = folderWith({
      'contracts/diary.json': noteOf({}),
      'documents.json': JSON.stringify({ note: [{ text: 'one' }, { text: 'two', $ownerId: 'bob' }] }),
    });
    const watching = new Watching(cwd, ['contracts', '--documents', 'documents.json', '--by', 'ann']);
    expect(await watching.next()).toMatch(
      /^contracts\/diary.json: registered as diary \(\w{43,44}\), with 2 documents$/,
    );
    expect(JSON.parse(await told('query', 'note', '--contract', 'diary', '--json'))).toHaveLength(2);

    const file = join(cwd, 'contracts/diary.json');
    writeFileSync(file, noteOf({ maxLength: 30 }));
    expect(await watching.next()).toBe('contracts/diary.json: updated diary to version 2');
    writeFileSync(file, `${noteOf({ maxLength: 30 })}\n`);
    expect(await watching.next()).toBe('contracts/diary.json: diary is unchanged');

    writeFileSync(file, noteOf({ maxLength: 10 }));
    const rejected = await watching.next();
    expect(rejected).toContain('contracts/diary.json: the platform does not allow this update of diary\n');
    expect(rejected).toContain('update-limit at /documentSchemas/note/properties/text/maxLength: ');
    expect(rejected).toContain('\nr and Enter reset the platform, and register the files as they are');
    watching.write('r');
    expect(await watching.next()).toMatch(
      /^contracts\/diary.json: registered as diary \(.*, with 2 documents$/,
    );
    expect(await told('contracts')).toMatch(/\ndiary \(\w+\), version 1: note\n/);

    writeFileSync(file, noteOf({ type: 'text' }));
    expect(await watching.next()).toMatch(
      /^contracts\/diary.json: rejected\n {2}[\w-]+ at \/documentSchemas\/note/,
    );
    writeFileSync(join(cwd, 'documents.json'), '{"card": [{}]}');
    expect(await watching.next()).toContain('documents of type "card", and no contract has this type');
    rmSync(file);
    expect(await watching.next()).toContain('dapikit watch: there is no .json file in contracts');
    expect(await watching.stop()).toBe(0);
  }, 120_000);

  it('updates whole contracts of files with any version, beside tokens', async () => {
    const cwd = folderWith({});
    await callDapikit(['init', 'points', '--template', 'token'], { cwd });
    const watching = new Watching(cwd, ['points.json']);
    expect(await watching.next()).toMatch(/^points.json: registered as points/);
    const { stdout } = await callDapikit(
      ['platform', 'call', 'getContract', '{"id": "points"}', '--url', server.url],
      { cwd },
    );
    const { contract } = JSON.parse(stdout);
    writeFileSync(
      join(cwd, 'points.json'),
      JSON.stringify({ ...contract, version: 7, description: 'Other points.' }),
    );
    expect(await watching.next()).toBe('points.json: updated points to version 2');
    expect(await watching.stop()).toBe(0);
  }, 120_000);
});

it('dapikit diff compares a contract on a platform with its file', async () => {
  const cwd = folderWith({ 'plan.json': noteOf({}), 'longer.json': noteOf({ maxLength: 30 }) });
  const diff = async (...args: readonly string[]) => callDapikit(['diff', ...args], { cwd });
  await callDapikit(['platform', 'identity', 'pat', '--url', server.url], { cwd });
  const made = await callDapikit(['platform', 'register', 'plan.json', '--by', 'pat', '--url', server.url], {
    cwd,
  });
  const [, id = ''] = /plan \((\w+)\)/.exec(made.stdout) ?? [];
  for (const name of ['plan', id]) {
    const { code, stdout } = await diff(name, 'longer.json', '--url', server.url);
    expect([code, stdout]).toEqual([0, expect.stringContaining('~ /note/properties/text/maxLength')]);
  }
  expect((await diff(id, 'plan.json', '--url', server.url)).stdout).toContain('No changes.');
  expect((await diff('nowhere', 'plan.json', '--url', server.url)).stderr).toContain(
    'there is no contract "nowhere" at http',
  );
  expect((await diff('plan', 'plan.json', '--url', 'nowhere')).code).toBe(2);
}, 60_000);

it('dapikit dev starts with the contracts and documents of files, with the same ids each time', async () => {
  const cwd = folderWith({ 'diary.json': noteOf({}), 'documents.json': '{"note": [{"text": "one"}]}' });
  const args = ['dev', '--port', '0', '--contract', 'diary.json', '--documents', 'documents.json'];
  const lineOf = async (): Promise<string> => {
    const dev = new DapikitProcess(args, {}, cwd);
    onTestFinished(async () => void (await dev.stop()));
    await dev.started();
    await expect.poll(() => dev.stdout, { timeout: 60_000 }).toMatch(/^Contract diary \w+\n/m);
    const { stdout } = await callDapikit([
      'platform',
      'query',
      'note',
      '--contract',
      'diary',
      '--url',
      dev.url,
    ]);
    return `${/^Contract .*$/m.exec(dev.stdout)?.[0]} ${stdout}`;
  };
  const first = await lineOf();
  expect(first).toContain('"text": "one"');
  expect(await lineOf()).toBe(first);
}, 120_000);

it('dapikit dev ends where the platform rejects what it would start with', async () => {
  const cwd = folderWith({ 'bad.json': '{"note": {"type": "text"}}' });
  const dev = new DapikitProcess(['dev', '--port', '0', '--contract', 'bad.json'], {}, cwd);
  expect(await dev.exit).toBe(1);
  expect(dev.stderr).toContain('dapikit dev: bad.json: ');
  await dev.stop();
}, 60_000);
