import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith, MAIN, runDapikit, VALID } from './run-dapikit.js';

const BROKEN = '{\n  "note": {}\n}\n';
/** What the specification forbids and the network takes: positions in an object that do not start at 0. */
const LAX = VALID.replace(
  '"text":{"type":"string","maxLength":63,"position":0}',
  '"where":{"type":"object","properties":{"city":{"type":"string","maxLength":63,"position":3}},"additionalProperties":false,"position":0}',
);
const WARNED = VALID.replace('"type":"string","maxLength":63', '"type":"integer","maximum":9');
const shownFiles = (stdout: string) => [
  ...new Set([...stdout.matchAll(/--> (\S+?):\d+:\d+/g)].map(([, name]) => name)),
];

const TEN_ERRORS = `{
  "note": {
    "type": "array",
    "documentsMutable": "yes",
    "signatureSecurityLevelRequirement": 9,
    "properties": {
      "first name": { "type": "string", "maxLength": 63, "position": 0 },
      "text": { "type": "text", "position": 1 },
      "pattern": { "type": "string", "pattern": "(a", "maxLength": 20, "position": 2 },
      "blob": { "type": "array", "position": 3 },
      "when": { "type": "integer", "minimum": 0, "title": "When", "position": 4 },
      "size": { "type": "integer", "minimum": 0, "position": "5" }
    },
    "indices": [
      { "name": "byWhen", "properties": [{ "when": "desc" }] }
    ],
    "required": ["whenn"],
    "additionalProperties": true
  }
}
`;

/** A reference into the contract that `others.json` has. */
const REFERRING = JSON.stringify({
  note: {
    type: 'object',
    properties: {
      post: {
        type: 'identifier',
        position: 0,
        refersTo: {
          type: 'permanentDocument',
          contractId: 'EG7RGfV8fDTayC2FyVr8HwdpJh3fXDbVztcfE94UmN88',
          documentType: 'photo',
        },
      },
    },
    additionalProperties: false,
  },
});
const OTHERS = JSON.stringify({ id: 'EG7RGfV8fDTayC2FyVr8HwdpJh3fXDbVztcfE94UmN88', documentSchemas: {} });

describe('dapikit check', () => {
  it('says by what it judges at an unreleased protocol, and judges references into other contracts', async () => {
    const cwd = folderWith({ 'a.json': REFERRING, 'others.json': OTHERS });
    const alone = await callDapikit(['check', 'a.json', '-p', '14'], { cwd });
    expect(alone.stderr).toContain('5.0.0-beta.4');
    expect(alone.code).toBe(0);
    const run = await callDapikit(['check', 'a.json', '-p', '14', '--with', 'others.json'], { cwd });
    expect(run.stdout).toContain('40121, layer references');
    expect(run.code).toBe(1);
  });

  it('links to the site of the documentation where one is set', async () => {
    const cwd = folderWith({ 'broken.json': BROKEN });
    const site = 'https://docs.example.org';
    const run = await callDapikit(['check', 'broken.json', '--docs-url', site], { cwd });
    expect(run.stdout).toContain(`= docs: ${site}/reference/rules/document-type-member-missing`);
    expect(run.stdout).not.toContain('dapikit explain');
    const sarif = await callDapikit(['check', 'broken.json', '-f', 'sarif', '--docs-url', site], { cwd });
    expect(sarif.stdout).toContain(`"helpUri": "${site}/reference/rules/`);
    const wrong = await callDapikit(['check', 'broken.json', '--docs-url', 'docs.example.org'], { cwd });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('expected a URL such as') });
  });

  it('reports ten errors in the order of the file, each with its line', async () => {
    const cwd = folderWith({ 'ten.json': TEN_ERRORS });
    const { code, stdout } = await callDapikit(['check', 'ten.json'], { cwd });
    expect(code).toBe(1);
    const found = [
      ...stdout.matchAll(/^error(?: \(specification only\))?\[([a-z-]+)\].*\n *--> ten\.json:(\d+):\d+/gm),
    ].map(([, rule, line]) => `${line} ${rule}`);
    expect(found).toEqual([
      '3 document-type-type',
      '4 document-type-switch',
      '5 document-type-choice',
      '7 property-name',
      '8 property-type',
      '9 pattern-invalid',
      '10 array-not-bytes',
      '11 property-keyword-unknown',
      '12 position-value',
      '15 index-order',
      '17 required-unknown',
      '18 document-type-open',
    ]);
    for (const line of TEN_ERRORS.split('\n').filter((text) => /yes|"text"|whenn/.test(text)))
      expect(stdout).toContain(`| ${line}`);
  });

  it.each([
    [[VALID], [], 0, '0 errors, 0 warnings in 1 file; the network at protocol 13 would accept it.'],
    [[BROKEN], [], 1, 'would reject it'],
    [
      [LAX],
      [],
      1,
      '0 errors, 1 error of the specification only (no failure with --network), 0 warnings in 1 file; the network at protocol 13 would accept it.',
    ],
    [[LAX], ['--network'], 0, '0 errors, 1 warning in 1 file'],
    [[BROKEN], ['--network'], 1, 'would reject it'],
    [[WARNED], [], 0, '0 errors, 1 warning in 1 file'],
    [[WARNED], ['--max-warnings', '0'], 1, 'more warnings than --max-warnings 0'],
    [
      [WARNED, WARNED],
      ['--max-warnings=2', '--quiet'],
      0,
      /^0 errors, 2 warnings in 2 files; .* accept 2 of them\.\n$/,
    ],
    [[WARNED], ['--protocol', '8'], 0, '0 errors, 0 warnings in 1 file; the network at protocol 8'],
    [[VALID], ['--form', 'contract'], 1, 'error['],
    [[`\ufeff${VALID.replaceAll(',', ',\r\n')}`], [], 0, '0 errors'],
    [[''], [], 1, 'json-syntax'],
  ] as const)('of %j with %j exits with %i', async (contracts, args, code, text) => {
    const cwd = folderWith(Object.fromEntries(contracts.map((contract, at) => [`${at}.json`, contract])));
    const run = await callDapikit(['check', ...contracts.map((_, at) => `${at}.json`), ...args], { cwd });
    expect(run.stdout).toMatch(text);
    expect(run).toMatchObject({ code, stderr: '' });
  });

  it.each([
    [
      ['a.json', 'sub/b.json', 'a.json'],
      ['a.json', 'sub/b.json'],
    ],
    [['*.json'], ['[x].json', 'a.json', 'é à.json']],
    [['**/*.json'], ['[x].json', 'a.json', 'sub/b.json', 'sub/deep/c.json', 'é à.json']],
    [['{a,sub/b}.json'], ['a.json', 'sub/b.json']],
    [['sub'], ['sub/b.json', 'sub/deep/c.json']],
    [
      ['./sub/', 'a.json'],
      ['sub/b.json', 'sub/deep/c.json', 'a.json'],
    ],
    [['[x].json'], ['[x].json']],
    [['--', 'a.json'], ['a.json']],
  ])('reads %j as the files %j', async (args, files) => {
    const cwd = folderWith({
      'a.json': BROKEN,
      'é à.json': BROKEN,
      '[x].json': BROKEN,
      'sub/b.json': BROKEN,
      'sub/deep/c.json': BROKEN,
      'sub/notes.txt': BROKEN,
      'node_modules/x/d.json': BROKEN,
    });
    const { files: found } = JSON.parse(
      (await callDapikit(['check', '-f', 'json', ...args], { cwd })).stdout,
    );
    expect(found.map(({ file }: { file: string }) => file)).toEqual(files);
  });

  it('skips files of npm and TypeScript in a folder unless they are named', async () => {
    const cwd = folderWith({
      'a.json': BROKEN,
      'package.json': BROKEN,
      'tsconfig.base.json': BROKEN,
      'sub/package-lock.json': BROKEN,
    });
    expect(shownFiles((await callDapikit(['check', '.'], { cwd })).stdout)).toEqual(['a.json']);
    expect(shownFiles((await callDapikit(['check', 'package.json'], { cwd })).stdout)).toEqual([
      'package.json',
    ]);
  });

  it.each([[[]], [['-']]])('reads standard input with %j', (args) => {
    expect(runDapikit(['check', ...args], { input: VALID }).code).toBe(0);
    const { code, stdout } = runDapikit(['check', ...args], { input: BROKEN });
    expect(code).toBe(1);
    expect(shownFiles(stdout)).toEqual(['<stdin>']);
  });

  it.each([
    [[], 'expected a file, a folder, a pattern'],
    [['*.yaml'], 'no file matches *.yaml'],
    [['empty'], 'there is no .json file in empty'],
    [[''], 'the name of a file is empty'],
    [['a.json', '--protocol', '15'], '--protocol: expected a whole number from 1 to 14, found "15"'],
    [['a.json', '--with', 'b.json', '--fix'], '--with excludes --fix and --document'],
    [
      ['a.json', '--format', 'xml'],
      '--format: expected one of pretty, json, sarif, github, junit, found "xml"',
    ],
    [['a.json', '--formt', 'json'], 'unknown option --formt; did you mean --form or --format?'],
    [['a.json', '--color', 'sometimes'], '--color: expected one of auto, always, never'],
    [['a.json', '--max-warnings', '-1'], '--max-warnings: expected a whole number from 0 on, found "-1"'],
    [['a.json', '--watch', '--format', 'json'], '--watch requires --format pretty'],
    [['-', '--watch'], 'needs files, not standard input'],
  ])('reports wrong arguments and exits with 2: %j', (args, message) => {
    const cwd = folderWith({ 'a.json': VALID });
    mkdirSync(join(cwd, 'empty'));
    const run = runDapikit(['check', ...args], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('See: dapikit check --help');
  });

  it('continues after an unreadable file and exits with 2', async () => {
    const cwd = folderWith({
      'a.json': BROKEN,
      'binary.json': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x80, 0xff]),
      'huge.json': Buffer.alloc(1024 * 1024 + 1, 0x20),
      'largest.json': Buffer.concat([Buffer.from(VALID), Buffer.alloc(1024 * 1024 - VALID.length, 0x20)]),
      'wide.json': Buffer.from(`\ufeff${VALID}`, 'utf16le'),
      'wide-without-mark.json': Buffer.from(VALID, 'utf16le'),
    });
    const run = await callDapikit(['check', '.', '-f', 'json'], { cwd });
    expect(run).toMatchObject({ code: 2, stderr: '' });
    const { files, unreadable, passed } = JSON.parse(run.stdout);
    expect(files.map(({ file }: { file: string }) => file)).toEqual(['a.json', 'largest.json']);
    expect(passed).toBe(false);
    expect(unreadable).toEqual([
      { file: 'binary.json', fault: 'expected text in UTF-8, found other bytes: is this a binary file?' },
      { file: 'huge.json', fault: 'larger than 1 MiB: this is not a data contract' },
      { file: 'wide-without-mark.json', fault: 'expected UTF-8, found UTF-16: save it as UTF-8' },
      { file: 'wide.json', fault: 'expected UTF-8, found UTF-16: save it as UTF-8' },
    ]);
    const input = Buffer.alloc(1024 * 1024 + 1, 0x20);
    expect(runDapikit(['check'], { input }).stdout).toContain('<stdin>: larger than 1 MiB');
  });

  it('reports a missing file and checks the others', async () => {
    const cwd = folderWith({ 'a.json': BROKEN });
    const run = await callDapikit(['check', 'nope.json', 'a.json', 'a.json/b.json'], { cwd });
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expect(run.stdout).toContain('nope.json: no such file or folder');
    expect(run.stdout).toContain('a.json/b.json: a part of the path is not a folder');
    expect(shownFiles(run.stdout)).toEqual(['a.json']);
  });

  it.skipIf(process.platform === 'win32')('stops reading an endless device', async () => {
    const { code, stdout } = await callDapikit(['check', '/dev/zero']);
    expect(code).toBe(2);
    expect(stdout).toContain('/dev/zero: larger than 1 MiB');
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'reports a missing permission',
    async () => {
      const cwd = folderWith({ 'a.json': VALID });
      chmodSync(join(cwd, 'a.json'), 0);
      expect(await callDapikit(['check', 'a.json'], { cwd })).toMatchObject({
        code: 2,
        stdout: expect.stringContaining('a.json: permission denied'),
      });
    },
  );

  it('writes colors only when enabled', async () => {
    const cwd = folderWith({ 'a.json': BROKEN });
    const isColoured = async (args: readonly string[], env: Record<string, string> = {}) =>
      (await callDapikit(['check', 'a.json', ...args], { cwd, env })).stdout.includes('\u001b[');
    expect(await isColoured([])).toBe(false);
    expect(await isColoured(['--color', 'always'])).toBe(true);
    expect(await isColoured([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await isColoured(['--color=never'], { FORCE_COLOR: '1' })).toBe(false);
  });

  it.each(['pretty', 'json', 'sarif', 'github', 'junit'])(
    'summarizes the rest of thousands of errors in %s',
    (format) => {
      const types = Array.from({ length: 3000 }, (_, at) => `"note${at}": 5`);
      const { code, stdout } = runDapikit(['check', '-f', format], { input: `{${types.join(',')}}` });
      expect(code).toBe(1);
      const shown = new Set(stdout.match(/note\d+(?=\\?"?)/g));
      expect(shown.size).toBeGreaterThanOrEqual(999);
      expect(shown.size).toBeLessThan(1100);
      expect(stdout).toMatch(/… and \d+ more|"more": \d{4}/);
    },
  );

  it('stops silently when its output is closed', () => {
    const cwd = folderWith({
      'a.json': `{${Array.from({ length: 5000 }, (_, at) => `"note${at}": {}`).join(',')}}`,
    });
    const line = `set -o pipefail; '${process.execPath}' '${MAIN}' check a.json | head -1`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd, encoding: 'utf8' });
    expect(stdout).toMatch(/^error\[/);
    expect(status).toBe(1);
    expect(stderr).toBe('');
  });
});

describe('dapikit check --fix', () => {
  const WRONG = VALID.replace('"maxLength"', '"maxLenght"').replace('"position":0', '"position":"0"');

  it('writes the fixed file, and reports what is left', async () => {
    const cwd = folderWith({ 'a.json': WRONG, 'b.json': VALID });
    const { code, stdout, stderr } = await callDapikit(['check', '.', '--fix'], { cwd });
    expect([code, stderr]).toEqual([0, 'dapikit check: a.json: 2 fixes applied\n']);
    expect(stdout).toContain('0 errors');
    expect(['a.json', 'b.json'].map((name) => readFileSync(join(cwd, name), 'utf8'))).toEqual([VALID, VALID]);
  });

  it('shows a diff with --dry-run, and writes nothing', async () => {
    const cwd = folderWith({ 'a.json': BROKEN, 'b.json': VALID });
    const { code, stdout } = await callDapikit(['check', '.', '--fix', '--dry-run'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('--- a/a.json\n+++ b/a.json\n@@ -1,3 +1,3 @@\n {\n-  "note": {}\n+  "note": {');
    expect(stdout).not.toContain('b.json');
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(BROKEN);
  });

  it('fails with --dry-run where a fix would be applied', async () => {
    const cwd = folderWith({ 'a.json': WRONG });
    expect((await callDapikit(['check', '.', '--fix', '--dry-run'], { cwd })).code).toBe(1);
    const fixed = folderWith({ 'a.json': VALID });
    expect((await callDapikit(['check', '.', '--fix', '--dry-run'], { cwd: fixed })).code).toBe(0);
  });

  it.each([
    [['a.json', '--dry-run'], '--dry-run requires --fix'],
    [['a.json', '--fix', '--watch'], '--fix and --watch exclude each other'],
    [['-', '--fix'], '--fix needs files'],
    [['a.json', '--fix', '--dry-run', '--format', 'json'], '--dry-run requires --format pretty'],
  ])('rejects %j', async (args, message) => {
    const cwd = folderWith({ 'a.json': VALID });
    const { code, stderr } = await callDapikit(['check', ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

const compare = async (versions: string, files: Readonly<Record<string, string>>, ...more: string[]) =>
  callDapikit(['check', ...Object.keys(files), '--compare-protocols', versions, ...more], {
    cwd: folderWith(files),
  });

describe('dapikit check --compare-protocols', () => {
  const HYPHENATED = VALID.replace('"text":', '"my-text":');
  it('prints what changes, and fails where the later protocol rejects a contract', async () => {
    const accepted = await compare('13,14', { 'a.json': VALID });
    expect(accepted.code).toBe(0);
    expect(accepted.stdout).toContain('a.json: protocol 13 to 14');
    expect(accepted.stdout).toContain('1 change; protocol 14 would accept it.');
    const rejected = await compare('13,14', { 'a.json': VALID, 'b.json': HYPHENATED });
    expect(rejected.code).toBe(1);
    expect(rejected.stdout).toContain('at /note/properties/my-text');
    expect(rejected.stdout).toContain('protocol 14 would reject a registration and an update.');
  });

  it('says so where nothing changes', async () => {
    const { stdout, code } = await compare('12,13', { 'a.json': VALID });
    expect({ stdout, code }).toEqual({ stdout: 'a.json: protocol 12 to 13\n\nNothing changes.\n', code: 0 });
  });

  it('says that both protocols reject a contract', async () => {
    const { stdout, code } = await compare('12,13', { 'a.json': BROKEN });
    expect(code).toBe(1);
    expect(stdout).toContain('Nothing changes: both protocols reject it');
  });

  it('prints JSON', async () => {
    const { stdout } = await compare('13,14', { 'a.json': HYPHENATED }, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      files: [
        {
          file: 'a.json',
          from: 13,
          to: 14,
          accepted: false,
          gone: [],
          new: [{ at: '/note/properties/my-text' }],
        },
      ],
    });
  });

  it.each(['13', '14,13', '13,13', '13,14,14', '13,x', '0,13', 'nonsense'])(
    'rejects %s',
    async (versions) => {
      const { code, stdout, stderr } = await compare(versions, { 'a.json': VALID });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('--compare-protocols: expected');
    },
  );

  it('excludes --fix and other formats', async () => {
    for (const more of [['--fix'], ['--format', 'sarif']])
      expect(await compare('13,14', { 'a.json': VALID }, ...more)).toMatchObject({ code: 2 });
  });
});
