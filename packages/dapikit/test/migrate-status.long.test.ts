import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { folderWith, runDapikit } from './run-dapikit.js';

const note = (maxLength: number): object => ({
  type: 'object',
  properties: { text: { type: 'string', maxLength, position: 0 } },
  additionalProperties: false,
});
const ABSENT = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ed';

describe('dapikit migrate record and status', { timeout: 120_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  const cwd = folderWith({ 'note.json': JSON.stringify({ note: note(20) }) });
  const lock = join(cwd, 'dapikit.lock.json');
  const run = (...args: readonly string[]) => runDapikit([...args, '--url', server.url], { cwd });
  const status = () => run('migrate', 'status');
  let id = '';

  beforeAll(async () => {
    await server.started();
    run('platform', 'identity', 'me');
    run('platform', 'register', 'note.json');
    const listed: readonly object[] = JSON.parse(run('platform', 'contracts', '--json').stdout);
    const found = listed.find((each) =>
      Reflect.has(Reflect.get(Reflect.get(each, 'contract'), 'documentSchemas'), 'note'),
    );
    id = String(Reflect.get(Object(found), 'contractId'));
  }, 120_000);
  afterAll(() => server.stop());

  it('records a registered contract, whose proof it verified', () => {
    expect(status()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no contract of dapikit-'),
    });
    const { code, stdout } = run('migrate', 'record', 'note.json', id);
    expect([code, stdout]).toEqual([
      0,
      `Recorded note.json on dapikit-regtest: contract ${id}, version 1, protocol 13.\n`,
    ]);
    expect(status()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`note.json: contract ${id} is registered as recorded, version 1`),
    });
  });

  it('exits with 1 where the file is not as the contract is registered', () => {
    writeFileSync(join(cwd, 'note.json'), JSON.stringify({ note: note(30) }));
    expect(status()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The file is not as the contract is registered.'),
    });
  });

  it('exits with 1 after an update by somebody else', () => {
    expect(run('platform', 'update', 'note.json', '--contract', id).code).toBe(0);
    expect(status()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Version 2 is registered, and version 1 is recorded.'),
    });
    expect(run('migrate', 'record', 'note.json', id).code).toBe(0);
    expect(status().code).toBe(0);
  });

  it('exits with 1 where another contract, or none, is registered', () => {
    const text = readFileSync(lock, 'utf8');
    writeFileSync(lock, text.replace(/"hash": "[\da-f]{4}/, '"hash": "0000'));
    expect(status()).toMatchObject({ code: 1, stdout: expect.stringContaining('its hash differs') });
    writeFileSync(lock, text.replace(id, ABSENT));
    const { code, stdout } = run('migrate', 'status', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { network: 'dapikit-regtest', contracts: [{ differences: ['It is not registered.'] }] },
    ]);
    writeFileSync(lock, text);
  });

  it('plans from a registered contract', () => {
    writeFileSync(join(cwd, 'next.json'), JSON.stringify({ note: note(30), other: note(5) }));
    expect(run('migrate', 'plan', id, 'next.json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It adds /other.'),
    });
    expect(run('migrate', 'plan', ABSENT, 'next.json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no contract ${ABSENT} on dapikit-regtest`),
    });
  });

  it.each([
    [['record', 'note.json'], 'expected record, then the file of a contract and its id'],
    [['record', 'note.json', 'shop'], 'expected the id of a contract in base58'],
    [['record', '../note.json', ABSENT], '../note.json'],
    [['status', 'note.json'], 'status takes no argument'],
    [['status', '--url', 'somewhere'], 'expected an address such as'],
  ])('exits with 2 for %j', (args, text) => {
    const { code, stderr } = runDapikit(['migrate', ...args], { cwd });
    expect([code, stderr.includes(text)]).toEqual([2, true]);
  });
});
