import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { callDapikit, folderWith } from './run-dapikit.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/light-client/', import.meta.url));

describe('dapikit network verify-data', () => {
  test('verifies a folder with the headers beside it, a line a check', async () => {
    const { code, stdout } = await callDapikit(['network', 'verify-data', join(FIXTURES, 'testnet-947224')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {4}headers from 942249: 5000 headers: linked/);
    expect(stdout).toContain('ok    trust 946936: jump from 946648 by ChainLock 946959, 23 headers\n');
    expect(stdout).toMatch(/testnet: 58 verified, 0 failed, 1 skipped\n$/);
  });

  test('ends with 1 where something does not verify, and names it', async () => {
    const folder = folderWith({});
    cpSync(join(FIXTURES, 'mainnet-2450008'), folder, { recursive: true });
    const file = join(folder, 'diffs.jsonl.gz');
    const text = gunzipSync(readFileSync(file)).toString();
    writeFileSync(file, gzipSync(text.replace('"isValid":true', '"isValid":false')));
    const { code, stdout } = await callDapikit(['network', 'verify-data', folder]);
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL  list 2448568: list-root: the masternodes have the root ');
    expect(stdout).toContain('FAIL  list 2448856: wrong-base: ');
  });

  test.each([
    [
      'a cut archive',
      (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2),
      'diffs.jsonl.gz: malformed',
    ],
    [
      'a line that is no JSON',
      (bytes: Uint8Array) => gzipSync(`${gunzipSync(bytes).toString()}{"height":`),
      'list in line 7: malformed',
    ],
  ])('ends with 1 for %s', async (_, change, line) => {
    const folder = folderWith({});
    const source = readFileSync(join(FIXTURES, 'mainnet-2450008', 'diffs.jsonl.gz'));
    writeFileSync(join(folder, 'diffs.jsonl.gz'), change(source));
    const { code, stdout } = await callDapikit(['network', 'verify-data', folder, '--network', 'mainnet']);
    expect(code).toBe(1);
    expect(stdout).toContain(`FAIL  ${line}`);
  });

  test.each([
    ['a cut archive', (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 4), 'unexpected end of file'],
    ['an archive of other bytes', (bytes: Uint8Array) => bytes.map((byte, at) => (at > 1 ? 7 : byte)), ''],
    ['an empty file', () => '', 'it has no list'],
    ['lines without a diff', () => '{}\n{"height":1}\n', 'it has no list'],
  ])('names the damage without --network: %s', async (_, change, reason) => {
    const folder = folderWith({});
    const source = readFileSync(join(FIXTURES, 'mainnet-2450008', 'diffs.jsonl.gz'));
    writeFileSync(join(folder, 'diffs.jsonl.gz'), change(source));
    const { code, stdout } = await callDapikit(['network', 'verify-data', folder]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`FAIL  diffs.jsonl.gz: malformed: ${reason}`),
    ]);
  });

  test('finds the network by a later line where the first one is damaged', async () => {
    const folder = folderWith({});
    const source = readFileSync(join(FIXTURES, 'mainnet-2450008', 'diffs.jsonl.gz'));
    writeFileSync(join(folder, 'diffs.jsonl'), `{}\n${gunzipSync(source).toString()}`);
    const { code, stdout } = await callDapikit(['network', 'verify-data', folder]);
    expect(stdout).toContain('FAIL  list in line 1: malformed: height: expected a number');
    expect([code, stdout]).toEqual([1, expect.stringContaining('ok    list 2450008: ')]);
  });

  test('reads what is there: text in the place of an archive, no ChainLocks, headers of two networks', async () => {
    const folder = folderWith({});
    cpSync(join(FIXTURES, 'testnet-947224'), folder, { recursive: true });
    cpSync(join(FIXTURES, 'headers'), join(folder, 'headers'), { recursive: true });
    const file = join(folder, 'diffs.jsonl.gz');
    writeFileSync(file, `\u{feff}${gunzipSync(readFileSync(file)).toString()}`);
    rmSync(join(folder, 'chain-locks.json'));
    const { code, stdout } = await callDapikit(['network', 'verify-data', folder]);
    expect(stdout).toContain('skip  mainnet-1737084.bin: headers of another network than testnet');
    expect(stdout).toContain('skip  chain-locks.json: not in the folder');
    expect(stdout).toContain('ok    hop 946072 → 946360: ');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/testnet: 22 verified, 0 failed, 6 skipped\n$/),
    ]);
  });

  test.each(['942249.bin', 'headers.bin'])(
    'reads headers in the folder from %s, and prints JSON',
    async (name) => {
      const folder = folderWith({});
      cpSync(join(FIXTURES, 'testnet-947224'), folder, { recursive: true });
      mkdirSync(join(folder, 'headers'));
      copyFileSync(join(FIXTURES, 'headers', 'testnet-942249.bin'), join(folder, 'headers', name));
      const { code, stdout } = await callDapikit(['network', 'verify-data', folder, '--json']);
      expect(code).toBe(0);
      const checks = stdout
        .trim()
        .split('\n')
        .map((line): { subject: string; result: string } => JSON.parse(line));
      expect(checks[0]).toMatchObject({ subject: 'headers from 942249', result: 'verified' });
      expect(checks).toHaveLength(59);
    },
  );

  test.each([
    [['network'], 'no action'],
    [['network', 'verify'], 'unknown action "verify"'],
    [['network', 'verify-data'], '<folder> is missing'],
    [['network', 'verify-data', '/nowhere'], 'no such file or folder'],
    [['network', 'verify-data', FIXTURES], 'it has no file diffs.jsonl.gz or diffs.jsonl'],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stderr } = await callDapikit(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
