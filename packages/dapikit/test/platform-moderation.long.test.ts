import { afterAll, beforeAll, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { callDapikit, folderWith } from './run-dapikit.js';

const COUNT = { type: 'integer', minimum: 0, maximum: 1000 };
const FORUM = {
  $formatVersion: '1',
  version: 1,
  config: {
    $formatVersion: '2',
    moderation: { banlist: true, suspensions: true, moderators: { $type: 'contractOwner' } },
  },
  documentSchemas: {
    post: {
      type: 'object',
      moderatorAbilities: { delete: true, changeFields: ['label'] },
      actionFees: { create: { owner: 1000, moderators: 500 } },
      properties: {
        price: { ...COUNT, position: 0 },
        label: { type: 'string', maxLength: 20, position: 1 },
      },
      required: ['price'],
      indices: [
        {
          name: 'byBand',
          properties: [{ price: 'asc' }],
          integerRange: { on: 'price', range: 100, step: 100 },
          countable: true,
        },
      ],
      additionalProperties: false,
    },
    like: {
      type: 'object',
      indexOnly: true,
      documentsMutable: false,
      properties: { tag: { type: 'string', maxLength: 20, position: 0 } },
      required: ['tag'],
      indices: [{ name: 'byTag', properties: [{ tag: 'asc' }], rangeCountable: true, rankedCountable: true }],
      additionalProperties: false,
    },
  },
};

const server = new DapikitProcess(['dev', '--port', '0', '--platform-protocol', '14']);
beforeAll(async () => server.started());
afterAll(async () => server.stop());

it('moderates documents and identities, pays fees of actions, and queries windows and rankings', async () => {
  const cwd = folderWith({ 'forum.json': JSON.stringify(FORUM) });
  const env = { DAPIKIT_URL: server.url };
  const run = async (...args: readonly string[]) => callDapikit(['platform', ...args], { cwd, env });
  const said = async (...args: readonly string[]): Promise<string> => (await run(...args)).stdout.trim();
  const rejected = async (...args: readonly string[]): Promise<string> => (await run(...args)).stderr;
  const json = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await run(...args, '--json')).stdout);
  for (const name of ['me', 'sam']) await run('identity', name);
  await run('register', 'forum.json');

  const fee = 'a fee of 1000 credits to the owner of the contract and 500 to its moderators';
  const put = ['put', 'post', '{"price": 120}', '--by', 'sam'];
  expect(await rejected(...put)).toContain(`this costs ${fee}: add --pay`);
  expect(await rejected(...put, '--pay')).toContain(`paying ${fee}`);
  expect(await said('fee-pots')).toBe('owner: 0.00000001 DASH\nmoderators: 0.000000005 DASH');
  expect(await said('claim-fees', 'owner')).toMatch(/^paid 0.00000001 DASH to me \(\w+\)$/);
  expect(await rejected('claim-fees', 'mine')).toContain('expected owner or moderators, found "mine"');

  const window = ['--window', '{"field": "price", "start": 100}'];
  expect(await json('count', 'post', ...window)).toEqual({ count: 1 });
  const id = await said('query', 'post', ...window).then((text) => /"\$id": "(\w+)"/.exec(text)?.[1] ?? '');
  await run('change-fields', 'post', id, '{"label": "checked"}');
  const checked = await json('get', 'post', id);
  expect(checked).toMatchObject({ label: 'checked' });
  expect(await said('remove', 'post', id, '--reason', 'spam')).toMatch(/^deleted \w+ of sam \(\w+\): spam$/);
  expect(await json('removals', 'post')).toMatchObject([{ documentId: id, reason: 'spam' }]);
  expect(await said('restore', 'post', JSON.stringify(checked))).toMatch(/^restored /);

  expect(await said('moderated', 'sam')).toBe('neither banned, suspended nor warned');
  expect(await said('moderate', 'ban', 'sam', '--reason', 'rude')).toMatch(/^banned since .*: rude$/);
  expect(await rejected(...put, '--pay')).toContain('41107 ContractUserBannedError');
  expect(await said('moderate', 'unban', 'sam')).toBe('neither banned, suspended nor warned');
  expect(await rejected('moderate', 'suspend', 'sam')).toContain('--until with a time such as');
  expect(await said('moderate', 'suspend', 'sam', '--until', '2090-01-01T00:00:00Z')).toMatch(
    /^suspended since .*, until 2090-01-01T00:00:00.000Z: no reason$/,
  );
  expect(await rejected('moderate', 'kick', 'sam')).toContain('expected one of ban, unban');

  for (const [by, tag] of [
    ['me', 'dash'],
    ['sam', 'dash'],
    ['me', 'evo'],
  ] as const)
    await run('put', 'like', JSON.stringify({ tag }), '--by', by);
  await run('moderate', 'lift', 'sam');
  await run('put', 'like', '{"tag": "dash"}', '--by', 'sam');
  const ranks = await json('rank', 'like', 'count', 'tag');
  expect(ranks).toMatchObject({
    groups: [{ values: { tag: 'dash' }, count: 2 }, { values: { tag: 'evo' } }],
  });
  await run('delete-entry', 'like', '{"tag": "evo"}');
  expect(await json('rank', 'like', 'count', 'tag')).toMatchObject({ groups: [{ count: 2 }] });
  expect(await json('verify')).toMatchObject({ ok: true });
}, 300_000);
