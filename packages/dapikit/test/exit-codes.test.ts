import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/command-table.js';
import { callDapikit, folderWith, VALID } from './run-dapikit.js';

const FILES = {
  'a.json': VALID,
  'broken.json': '{"note": {"type": "text"}}',
  'taken.json': '{}',
  'list.json': '[]',
};

/** Lists for each command what it exits with and what standard error starts with; diagnostics have no prefix. */
const CASES: Readonly<
  Record<string, readonly (readonly [args: readonly string[], code: number, error: string])[]>
> = {
  check: [
    [['broken.json'], 1, ''],
    [['a.json', '--protocol', '99'], 2, 'dapikit check: --protocol: expected'],
  ],
  explain: [
    [['no-such-rule'], 2, 'dapikit explain: nothing is called "no-such-rule"'],
    [
      ['refersto.findby'],
      2,
      'dapikit explain: nothing is called "refersto.findby" (dapikit explain lists all rules); did you mean refersTo.findBy',
    ],
    [['-1'], 2, 'dapikit explain: no error has the number -1: those of the network are from 10000 to '],
  ],
  fees: [
    [['broken.json'], 1, 'dapikit fees: cannot calculate fees'],
    [['gone.json'], 2, 'dapikit fees: gone.json: no such file or folder'],
  ],
  diff: [
    [['a.json', 'broken.json'], 1, ''],
    [['a.json'], 2, 'dapikit diff: expected two contracts'],
    [['list.json', 'a.json'], 2, 'dapikit diff: list.json is no contract: an update cannot be compared'],
    [['a.json', 'list.json'], 1, ''],
  ],
  migrate: [
    [['plan', 'a.json', 'broken.json'], 1, ''],
    [['plan', 'a.json'], 2, 'dapikit migrate: expected plan, then two contracts'],
  ],
  types: [
    [['gone.json'], 2, 'dapikit types: gone.json: no such file or folder'],
    [['a.json', '--protocol', 'x'], 2, 'dapikit types: --protocol: expected'],
  ],
  generate: [
    [['broken.json', '--out', 'client'], 1, 'error[foreign-schema]: '],
    [['a.json'], 2, 'dapikit generate: expected --out <folder>'],
  ],
  attack: [
    [['broken.json'], 1, ''],
    [['gone.json'], 2, 'dapikit attack: gone.json: no such file or folder'],
  ],
  schema: [[['a.json'], 2, 'dapikit schema: unexpected argument "a.json": only options are allowed']],
  lsp: [
    [['--baseline', 'main'], 2, 'dapikit lsp: --baseline: expected a revision such as git:main'],
    [['a.json'], 2, 'dapikit lsp: unexpected argument "a.json": only options are allowed'],
  ],
  decode: [
    [['ff', '--as', 'state-transition'], 1, 'dapikit decode: '],
    [['ff', '--as', 'soup'], 2, 'dapikit decode: --as: expected one of'],
  ],
  fmt: [
    [['broken.json', 'gone.json', '--check'], 2, 'dapikit fmt: gone.json: no such file or folder'],
    [['a.json', '--check'], 1, '1 file of 1 not formatted'],
  ],
  init: [[['taken'], 2, 'dapikit init: taken.json: it already exists']],
  serve: [
    [['--prot', '1'], 2, 'dapikit serve: unknown option --prot'],
    [['--nodes', 'http://a', '--max-depth', '0'], 2, 'dapikit serve: --max-depth: expected'],
  ],
  config: [
    [['check', '--nodes', 'http://a', '--max-depth', '0'], 1, 'error: --max-depth: expected'],
    [['check'], 2, 'dapikit config: check: nothing to check'],
  ],
  chain: [
    [['accounts', '--dump', 'a.json'], 1, 'dapikit chain: a.json: '],
    [['mine'], 2, 'dapikit chain: unknown action "mine": use export or accounts'],
  ],
  network: [
    [['verify-data', '/gone'], 2, 'dapikit network: /gone: no such file or folder'],
    [['verify'], 2, 'dapikit network: unknown action "verify": use verify-data'],
  ],
  checkpoint: [
    [['show', 'broken.json'], 1, 'dapikit checkpoint: broken.json: malformed: '],
    [['show', 'gone.json'], 2, 'dapikit checkpoint: gone.json: no such file or folder'],
    [['create', '--node', 'foo'], 1, 'dapikit checkpoint: node: not a URL: use one such as '],
  ],
  key: [[['a b'], 2, 'dapikit key: expected a name']],
  platform: [
    [['status', '--url', 'http://127.0.0.1:9'], 1, 'dapikit platform: '],
    [['put', 'note'], 2, 'dapikit platform: put: <data> is missing'],
    [
      ['register', 'a.json', '--as', 'a b', '--url', 'http://127.0.0.1:9'],
      2,
      'dapikit platform: --as: "a b" is no alias',
    ],
    [
      ['put', 'note', '{}', '--limit', '5'],
      2,
      'dapikit platform: put: --limit has no effect: use --by, --contract, --pay',
    ],
    [
      ['status', '--as', 'a'],
      2,
      'dapikit platform: status: --as has no effect: this action has no options of its own',
    ],
    [['status', '--strict'], 2, 'dapikit platform: --strict has no effect without --data'],
  ],
  watch: [
    [['a.json', '--url', 'http://127.0.0.1:9'], 1, 'dapikit watch: there is no platform at '],
    [[], 2, 'dapikit watch: expected a file, a folder, or a pattern of contracts'],
  ],
  env: [
    [['--url', 'nowhere'], 2, 'dapikit env: --url: expected an address'],
    [['x'], 2, 'dapikit env: unexpected argument'],
  ],
  completion: [[['cmd'], 2, 'dapikit completion: expected a shell: bash, zsh, fish']],
  dev: [
    [['--load', 'a.json'], 1, 'dapikit dev: a.json: '],
    [['--tls-cert', 'gone', '--tls-key', 'gone'], 2, 'dapikit dev: tls-cert: gone cannot be read: '],
    [['--port', 'x'], 2, 'dapikit dev: --port: expected'],
  ],
};

it('are tested for every command', () => {
  expect(Object.keys(CASES).toSorted()).toEqual([...COMMANDS.keys()].toSorted());
});

describe.each(Object.entries(CASES))('dapikit %s', (name, cases) => {
  it('exits with 0 for its help', async () => {
    const { code, stdout, stderr } = await callDapikit([name, '--help']);
    expect([code, stdout.startsWith(`dapikit ${name}: `), stderr]).toEqual([0, true, '']);
  });

  it('exits with 2 for an unknown option', async () => {
    const { code, stderr } = await callDapikit([name, '--no-such-option']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`^dapikit ${name}: unknown option --no-such-option.*\nSee: .*dapikit ${name} --help\n$`),
    );
  });

  it.each(cases)('of %j exits with %i and says %s', async (args, code, error) => {
    const run = await callDapikit([name, ...args], { cwd: folderWith(FILES) });
    expect(run.code).toBe(code);
    expect(run.stderr.slice(0, error === '' ? undefined : error.length)).toBe(error);
  });
});

it('dapikit without a command exits with 2 and prints its help as an error', async () => {
  const { code, stdout, stderr } = await callDapikit([]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe((await callDapikit(['--help'])).stdout);
});
