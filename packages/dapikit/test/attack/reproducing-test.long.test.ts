import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reproducingTest } from '../../src/attack/reproduction/reproducing-test.js';
import { FIRST_CREDITS } from '../../src/attack/room/attack-room.js';
import type { Step } from '../../src/attack/step/step.js';
import { inRoom } from './attack-fixture.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONTRACT = {
  'class-1': {
    type: 'object',
    transferable: 1,
    tradeMode: 1,
    indices: [{ name: 'once', unique: true, properties: [{ name: 'asc' }] }],
    properties: {
      name: { type: 'string', maxLength: 20, position: 0 },
      author: {
        type: 'array',
        byteArray: true,
        minItems: 32,
        maxItems: 32,
        contentMediaType: 'application/x.dash.dpp.identifier',
        position: 1,
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
};

/** The steps of a test with each kind of step on documents, accepted and rejected. */
function stepsOf(author: string): readonly Step[] {
  const documentType = 'class-1';
  const document = 'class_1_1';
  return [
    { action: 'create', by: 'alice', documentType, document, data: { name: `it's "a" $1`, author } },
    { action: 'create', by: 'bob', documentType, document: 'class_1_2', data: { name: `it's "a" $1` } },
    { action: 'replace', by: 'alice', documentType, document, data: { name: 'b' } },
    {
      action: 'create',
      by: 'carol',
      documentType,
      document: 'class_1_3',
      data: { name: 'c', author: document },
      references: ['author'],
    },
    { action: 'setPrice', by: 'alice', documentType, document, price: 10n ** 17n },
    { action: 'setPrice', by: 'alice', documentType, document, price: 1000n },
    { action: 'wait', milliseconds: 3_600_000 },
    { action: 'purchase', by: 'carol', documentType, document, price: 1000n },
    { action: 'delete', by: 'alice', documentType, document },
    { action: 'transfer', by: 'carol', documentType, document, to: 'alice' },
    { action: 'delete', by: 'alice', documentType, document },
  ];
}

/** Executes steps in a room, writes them as a test of vitest, runs it on a local network, and returns its output. */
async function outputOfTest(
  contract: object,
  steps: (ids: ReadonlyMap<string, string>) => readonly Step[],
  accepted: readonly boolean[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-reproduction-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['vitest', 'dapikit'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  const test = await inRoom(contract, async (room) => {
    for (const step of steps(room.ids)) await room.perform(step);
    expect(room.steps.map(({ outcome }) => outcome.accepted)).toEqual(accepted);
    return reproducingTest(room.steps, {
      name: `it's "quoted"`,
      file: 'contract.json',
      types: room.types,
      names: room.names,
      standIns: room.standIns,
      credits: FIRST_CREDITS,
    });
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(contract));
  writeFileSync(join(folder, 'steps.test.mjs'), test);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    { encoding: 'utf8', cwd: folder, env: { ...process.env, NO_COLOR: '1' }, timeout: 240_000 },
  );
  return `${stdout}${stderr}`;
}

it('a test that is printed runs with vitest, and passes', { timeout: 300_000 }, async () => {
  const accepted = [true, false, true, true, true, true, true, true, false, true, true];
  const output = await outputOfTest(CONTRACT, (ids) => stepsOf(ids.get('bob') ?? ''), accepted);
  expect(output).toMatch(PASSED);
});

const PASSED = /Tests {2}1 passed/;
const index = {
  name: 'byLabel',
  unique: true,
  properties: [{ label: 'asc' }],
  contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{3,5}$' }], resolution: 0 },
};
/** Names for which masternodes vote, and a token that a group of two decides about. */
const CLUB = {
  ...Object(JSON.parse(readFileSync(new URL('../generated-client/club.json', import.meta.url), 'utf8'))),
  documentSchemas: {
    name: {
      type: 'object',
      documentsMutable: false,
      indices: [index],
      properties: { label: { type: 'string', pattern: '^[a-z]{3,9}$', maxLength: 9, position: 0 } },
      required: ['label'],
      additionalProperties: false,
    },
  },
};
const GROUP = { position: 0, proposal: 'proposal1' };
const SHARE = { tokenPosition: 1 };
const contest = { documentType: 'name', indexName: 'byLabel', indexValues: ['tea'] };

/** Lets an identity freeze the coin in the place of the owner. */
const freezingBy = (identity: string | undefined) => ({
  $type: 'freeze',
  value: { $type: 'identity', identity },
});

/** Makes the steps of a test with each kind of step beside those on documents. */
const clubSteps = (ids: ReadonlyMap<string, string>): readonly Step[] => [
  { action: 'create', by: 'alice', documentType: 'name', document: 'name1', data: { label: 'tea' } },
  { action: 'vote', masternode: 'masternode2', contest, choice: 'alice' },
  { action: 'vote', masternode: 'masternode1', contest, choice: 'lock' },
  { action: 'mint', by: 'bob', ...SHARE, to: 'alice', amount: 5n, group: { ...GROUP, isSigning: false } },
  {
    action: 'mint',
    by: 'alice',
    ...SHARE,
    to: 'alice',
    amount: 5n,
    group: { ...GROUP, isSigning: true },
  },
  {
    action: 'mint',
    by: 'carol',
    ...SHARE,
    to: 'alice',
    amount: 5n,
    group: { ...GROUP, isSigning: true },
  },
  { action: 'sendTokens', by: 'alice', ...SHARE, to: 'bob', amount: 5n },
  { action: 'freeze', by: 'owner', tokenPosition: 0, of: 'alice' },
  { action: 'destroyFrozen', by: 'owner', tokenPosition: 0, of: 'alice' },
  { action: 'setTokenPrice', by: 'owner', tokenPosition: 0, price: 2n },
  { action: 'buyTokens', by: 'bob', tokenPosition: 0, amount: 2n, price: 4n },
  { action: 'changeSetting', by: 'bob', tokenPosition: 0, item: freezingBy(ids.get('carol')) },
  { action: 'changeSetting', by: 'owner', tokenPosition: 0, item: freezingBy(ids.get('carol')) },
  { action: 'freeze', by: 'owner', tokenPosition: 0, of: 'bob' },
  { action: 'freeze', by: 'carol', tokenPosition: 0, of: 'bob' },
  { action: 'pause', by: 'owner', tokenPosition: 0 },
  { action: 'wait', milliseconds: 5_460_000 },
];

it(
  'a test with votes, actions of a group and changed settings passes as well',
  { timeout: 300_000 },
  async () => {
    const rejected = new Set([4, 8, 11, 13]);
    const accepted = clubSteps(new Map()).map((_, at) => !rejected.has(at));
    expect(await outputOfTest(CLUB, clubSteps, accepted)).toMatch(PASSED);
  },
);
