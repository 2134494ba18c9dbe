import { estimateFees, RULE_CODES, typesFor, validateContract } from '@dapikit/contract';
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createPlatform } from '@dapikit/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callDapikit, folderWith, MAIN, runDapikit, VALID } from './run-dapikit.js';

describe('dapikit init', () => {
  it('writes a formatted contract without diagnostics', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await callDapikit(['init', 'notes'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('dapikit check notes.json');
    const text = readFileSync(join(cwd, 'notes.json'), 'utf8');
    for (let protocolVersion = 1; protocolVersion <= 13; protocolVersion += 1)
      expect(validateContract(text, { protocolVersion }).diagnostics).toEqual([]);
    expect((await callDapikit(['check', 'notes.json', '--max-warnings', '0'], { cwd })).code).toBe(0);
    expect((await callDapikit(['fmt', '--check', 'notes.json'], { cwd })).code).toBe(0);
    expect((await callDapikit(['fees', 'notes.json'], { cwd })).code).toBe(0);
  });

  it('prints commands quoted for a shell and prefixed as called', async () => {
    const cwd = folderWith({});
    expect((await callDapikit(['init', "a b's"], { cwd })).stdout).toContain(
      "dapikit check 'a b'\\''s.json' --watch",
    );
    const { stdout } = runDapikit(['init', 'c'], { cwd, env: { npm_lifecycle_event: 'npx' } });
    expect(stdout).toContain('npx dapikit check c.json --watch');
  });

  it('overwrites no file', async () => {
    const cwd = folderWith({});
    expect((await callDapikit(['init'], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, 'contract.json'), 'mine');
    const run = await callDapikit(['init', 'contract.json'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toBe('dapikit init: contract.json: it already exists; choose another name\n');
    expect(readFileSync(join(cwd, 'contract.json'), 'utf8')).toBe('mine');
    expect((await callDapikit(['init', 'no/such/folder'], { cwd })).stderr).toBe(
      'dapikit init: no/such/folder.json: there is no folder no/such\n',
    );
    expect(readdirSync(cwd)).toEqual(['contract.json']);
  });
});

/** A name that is contested, and what else costs more than a plain document type. */
const TEXT = { type: 'string', maxLength: 63, pattern: '^[a-z]*$' };
const DOMAIN = {
  type: 'object',
  properties: { parent: { ...TEXT, position: 0 }, label: { ...TEXT, position: 1 } },
  required: ['parent', 'label'],
  documentsMutable: false,
  additionalProperties: false,
};
const INDEX = { name: 'name', properties: [{ parent: 'asc' }, { label: 'asc' }], unique: true };
const CONTESTED = {
  ...INDEX,
  contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{3}$' }], resolution: 0 },
};
const TOKEN = {
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' },
    },
    decimals: 0,
  },
  baseSupply: 1000,
};
const WHOLE = { $formatVersion: '1', documentSchemas: { domain: DOMAIN } };

/** A contract whose token is given out at a time. */
const releasing = (recipient: string, time: number): object => ({
  ...WHOLE,
  tokens: {
    0: {
      ...TOKEN,
      distributionRules: {
        $formatVersion: '0',
        preProgrammedDistribution: {
          $formatVersion: '0',
          distributions: { [time]: { [recipient]: 7 } },
        },
      },
    },
  },
});

const PRICED: Readonly<Record<string, object>> = {
  plain: { domain: DOMAIN },
  'with an index': { domain: { ...DOMAIN, indices: [INDEX] } },
  'with a contested index': { domain: { ...DOMAIN, indices: [CONTESTED] } },
  'with tokens': { ...WHOLE, tokens: { 0: TOKEN, 1: TOKEN } },
  'with keywords': { ...WHOLE, keywords: ['names', 'games'] },
};

const totalOf = (...args: readonly string[]): bigint =>
  BigInt(JSON.parse(runDapikit(['fees', '-f', 'json', ...args], { input: VALID }).stdout).total.credits);

describe('dapikit fees', () => {
  it.each(['fees', 'types'])('requires one file for %s', (command) => {
    expect(runDapikit([command])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected a file, or - for standard input'),
    });
  });

  it.each(Object.entries(PRICED))('prints the charge of the local platform: %s', async (_, contract) => {
    const platform = await createPlatform();
    onTestFinished(async () => platform.close());
    const { id: by } = await platform.createIdentity({ credits: 100_000n * 100_000_000_000n });
    const { fee, block, contract: whole } = await platform.registerContract({ by, contract });
    const input = JSON.stringify('documentSchemas' in contract ? whole : contract);
    const printed = runDapikit(['fees', '--height', String(block.height)], { input });
    expect(printed.code).toBe(0);
    expect(printed.stdout).toMatch(new RegExp(`^  total +\\S+  ${fee.toLocaleString('en')}$`, 'm'));
    const json = JSON.parse(runDapikit(['fees', '-f', 'json'], { input }).stdout);
    expect(json).toMatchObject({ keyType: 'ECDSA_HASH160', height: 1, total: { credits: String(fee) } });
    const parts: { credits: string }[] = json.components;
    expect(parts.reduce((sum, { credits }) => sum + BigInt(credits), 0n)).toBe(fee);
  });

  it('prints the charge part by part', () => {
    const { code, stdout } = runDapikit(['fees'], { input: VALID });
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual(
      expect.arrayContaining([
        ['contract', '1', '0.10000000000', '10,000,000,000'],
        ['document types', '1', '0.02000000000', '2,000,000,000'],
        ['registration', '0.12000000000', '12,000,000,000'],
      ]),
    );
  });

  it('prints the charge for another key', () => {
    expect(totalOf() - totalOf('--key-type', 'ECDSA_SECP256K1')).toBe(500n);
  });

  it('prints an estimate for a protocol that the local platform does not have', () => {
    const answer = JSON.parse(runDapikit(['fees', '-f', 'json', '--protocol', '8'], { input: VALID }).stdout);
    const { estimate } = estimateFees(VALID, { protocolVersion: 8 });
    expect(answer).toMatchObject({
      file: '<stdin>',
      protocolVersion: 8,
      registration: { credits: '0', dash: '0', isExact: true },
      total: { credits: String(estimate?.total.credits), isExact: false, isCharged: false },
    });
  });

  it('says why a contract cannot be registered now', async () => {
    const platform = await createPlatform();
    onTestFinished(async () => platform.close());
    const { id: by } = await platform.createIdentity({ credits: 1000n * 100_000_000_000n });
    const { contract } = await platform.registerContract({
      by,
      contract: releasing(by, Date.now() + 3_600_000),
    });
    const text = JSON.stringify(contract);
    expect(runDapikit(['fees'], { input: text }).code).toBe(0);
    const input = text.replace(/(?<="distributions":\{")\d+/, '1700000000000');
    const run = runDapikit(['fees'], { input });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^dapikit fees: cannot calculate fees: 40005 .+: choose later times\n$/);
  });

  it('prints the errors that prevent a registration', () => {
    const run = runDapikit(['fees'], { input: '{"note":{}}' });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('error[document-type-member-missing]');
    expect(run.stderr).toContain('cannot calculate fees: the network would reject the contract');
    expect(JSON.parse(runDapikit(['fees', '-f', 'json'], { input: '{' }).stdout).passed).toBe(false);
  });
});

describe('dapikit explain', () => {
  it.each([
    ['InvalidLimit', 'an error of queries'],
    ['known-transition', 'an error of the local platform'],
    ['unreachable', "an error of the platform's database"],
  ])('explains the reason %s', async (reason, kind) => {
    const { code, stdout } = await callDapikit(['explain', reason]);
    expect(code).toBe(0);
    expect(stdout).toMatch(`${reason}, ${kind}`);
  });

  it('lists every rule once', async () => {
    const { code, stdout } = await callDapikit(['explain']);
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}([a-z0-9-]+) {2}/gm)].map(([, rule]) => rule);
    expect(listed).toHaveLength(RULE_CODES.length);
    expect(new Set(listed)).toEqual(new Set(RULE_CODES));
    expect(stdout).toMatch(/^Indices$/m);
  });

  it.each(['10101', 'JsonSchemaError'])('lists the rules behind the official error %s', async (error) => {
    const { code, stdout } = await callDapikit(['explain', error, '--all']);
    expect(code).toBe(0);
    expect(stdout).toContain('index-order');
    expect(stdout).not.toContain('json-syntax');
    expect(stdout.split('\n').find((line) => /^[A-Z]/.test(line))).toBe('Documents');
  });

  it('lists the first rules behind an official error, and says how many follow', async () => {
    const all = (await callDapikit(['explain', '10101', '--all'])).stdout;
    const { code, stdout } = await callDapikit(['explain', '10101']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    const rules = [...all.matchAll(/^ {2}[a-z0-9-]+ {2}/gm)].length;
    expect(lines.at(-1)).toBe(`… and ${rules - 8} more rules: dapikit explain 10101 --all`);
  });

  it.each([
    ['40204', '40204 InvalidIdentityNonceError, a state error, free', 'the nonce 10 cannot be used'],
    [
      'InvalidIdentityNonceError',
      '40204 InvalidIdentityNonceError, a state error',
      'use the highest nonce plus one',
    ],
    [
      '10101',
      '10101 JsonSchemaError, a basic error, paid by the signer in a block, free where ',
      '  example: 10101 JsonSchemaError: ',
    ],
    ['40001', '40001 DataContractIsReadonlyError, a state error\n', 'The local platform does not raise it.'],
  ])('explains the consensus error %s', async (error, begin, part) => {
    const { code, stdout } = await callDapikit(['explain', error]);
    expect(code).toBe(0);
    expect(stdout.startsWith(begin)).toBe(true);
    expect(stdout).toContain(part);
  });

  it.each([
    [
      'refersTo.findBy',
      'findBy, a member of refersTo, ownerRefersTo, creatorRefersTo, at protocol version 14\n',
    ],
    ['minimumAgeBlocks', 'minimumAgeBlocks, a member of refersTo, '],
    ['timeRange.ttl', 'ttl, a member of timeRange, at protocol version 14\n'],
    ['owner', 'owner, a member of contractRequirements, at protocol version 14\n'],
  ])('explains the member %s of a keyword', async (member, begin) => {
    const { code, stdout } = await callDapikit(['explain', member]);
    expect(code).toBe(0);
    expect(stdout.startsWith(begin)).toBe(true);
  });

  it('lists the rules with a common prefix', async () => {
    const { code, stdout } = await callDapikit(['explain', 'index']);
    expect(code).toBe(0);
    const listed = stdout.split('\n').flatMap((line) => /^  ([a-z0-9-]+) /.exec(line)?.[1] ?? []);
    expect(listed).toEqual(RULE_CODES.filter((rule) => rule.startsWith('index-')));
  });

  it('lists the rules of a protocol version', async () => {
    const [listed, rejected] = [
      await callDapikit(['explain', 'skip', '--protocol', '14']),
      await callDapikit(['explain', 'skip', '--protocol', '13']),
    ];
    expect(listed.stdout).toContain('skip-property');
    expect(rejected.stderr).toContain('no rule of "skip" is active at protocol 13');
  });

  it('prints the page of a rule within 100 columns', async () => {
    const { code, stdout } = await callDapikit(['explain', 'index-order']);
    expect(code).toBe(0);
    expect(stdout).toContain('{ "name": "byText", "properties": [{ "text": "desc" }] }');
    expect(stdout).toContain('JsonSchemaError (10101)');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('suggests a rule for a misspelled code', async () => {
    const run = await callDapikit(['explain', 'index-ordr']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(
      'nothing is called "index-ordr" (dapikit explain lists all rules); did you mean index-order',
    );
    expect((await callDapikit(['explain', 'zzz'])).stderr).toContain('dapikit explain lists all rules');
  });
});

describe('the help of a command', () => {
  it.each(['check', 'explain', 'fees', 'fmt', 'init', 'dev'])('fits 100 columns: %s --help', async (name) => {
    const { code, stdout } = await callDapikit([name, '--nonsense', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^dapikit ${name}: `));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});

describe('dapikit diff', () => {
  const registered = JSON.parse(VALID);
  const withTitle = structuredClone(registered);
  withTitle.note.properties.title = { type: 'string', maxLength: 63, position: 1 };
  const withoutText = structuredClone(withTitle);
  delete withoutText.note.properties.text;
  const cwd = folderWith({
    'registered.json': VALID,
    'legal.json': JSON.stringify(withTitle, undefined, 2),
    'illegal.json': JSON.stringify(withoutText, undefined, 2),
    'broken.json': '{"note":',
    'list.json': '[]',
  });

  it('reports no changes', async () => {
    const { code, stdout } = await callDapikit(['diff', 'registered.json', 'registered.json'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('No changes.');
  });

  it.each([
    ['the update is not JSON', ['registered.json', 'broken.json'], 'broken.json:1:9', 1],
    ['the registered contract is not JSON', ['broken.json', 'registered.json'], 'broken.json:1:9', 2],
    ['the update is not an object', ['registered.json', 'list.json'], 'list.json:1:1', 1],
  ])('reports the error in its file and no changes when %s', async (_, files, place, exit) => {
    const { code, stdout } = await callDapikit(['diff', ...files], { cwd });
    expect(code).toBe(exit);
    expect(stdout).toMatch(/^error\[/);
    expect(stdout).toContain(`--> ${place}`);
    expect(stdout).not.toMatch(/No changes|update-baseline-unreadable/);
    const json = JSON.parse((await callDapikit(['diff', ...files, '-f', 'json'], { cwd })).stdout);
    expect(json.passed).toBe(false);
    expect(JSON.stringify(json)).not.toContain('"changes"');
  });

  it('lists the changes and the price of a legal update', async () => {
    const { code, stdout } = await callDapikit(['diff', 'registered.json', 'legal.json'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('1 change\n  + /note/properties/title\n');
    expect(stdout).toMatch(/It costs at most 0\.12\d+ DASH \(estimate\)/);
    expect(stdout).toContain('0 errors');
  });

  it('reports the errors of an update with locations', async () => {
    const { code, stdout } = await callDapikit(['diff', 'registered.json', 'illegal.json'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('  - /note/properties/text\n');
    expect(stdout).toContain('error[update-property-removed]');
    expect(stdout).toMatch(/illegal\.json:\d+:\d+/);
    expect(stdout).not.toContain('It costs');
  });

  it('prints the same as JSON', () => {
    const { stdout } = runDapikit(['diff', 'registered.json', '-', '-f', 'json'], {
      cwd,
      input: JSON.stringify(withTitle),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      passed: true,
      files: [{ file: '<stdin>', accepted: true, changes: [{ op: 'add', path: '/note/properties/title' }] }],
    });
  });

  it.each([
    [['registered.json'], 'expected two contracts'],
    [['-', '-'], 'only one of the two can come from standard input'],
    [['registered.json', 'missing.json'], 'missing.json'],
  ])('rejects %j', (args, message) => {
    const { code, stderr } = runDapikit(['diff', ...args], { cwd, input: VALID });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('dapikit types', () => {
  it("prints the library's declarations", () => {
    const result = typesFor(VALID);
    expect(runDapikit(['types'], { input: VALID })).toEqual({
      code: 0,
      stdout: result.ok ? result.code : undefined,
      stderr: '',
    });
  });

  it('reports the errors that prevent types, and prints nothing else', () => {
    const { code, stdout, stderr } = runDapikit(['types', '-'], { input: '{"note":{"type":"object"}}' });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('error[document-type-member-missing]');
    expect(stderr).toContain('cannot write types');
  });
});

describe('dapikit', () => {
  it('reports in one line that it is not built', () => {
    const cwd = folderWith({});
    cpSync(dirname(MAIN), join(cwd, 'bin'), { recursive: true });
    for (const args of [[], ['check', '-']]) {
      const main = join(cwd, 'bin', basename(MAIN));
      const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([2, 'dapikit: it is not built yet: npm ci && npm run build\n']);
    }
  });

  it.skipIf(!existsSync('/dev/full'))('reports in one line that its output cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'explain'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toBe('dapikit explain: the output cannot be written (ENOSPC)\n');
  });
});
