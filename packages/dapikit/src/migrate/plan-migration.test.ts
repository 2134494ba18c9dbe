import { readFileSync } from 'node:fs';
import { compareContracts } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { planMigration, type MigrationPlan } from './plan-migration.js';

const OPTIONS = { protocolVersion: 13, form: 'auto' } as const;

const note = {
  type: 'object',
  indices: [{ name: 'byTopic', properties: [{ topic: 'asc' }], unique: true }],
  properties: {
    topic: { type: 'string', maxLength: 20, position: 0 },
    text: { type: 'string', maxLength: 60, position: 1 },
  },
  required: ['topic', '$createdAt'],
  additionalProperties: false,
};
const tag = {
  type: 'object',
  documentsMutable: false,
  properties: { name: { type: 'string', maxLength: 20, position: 0 } },
  additionalProperties: false,
};
const withIndex = { ...note, indices: [...note.indices, { name: 'byText', properties: [{ text: 'asc' }] }] };

/** A contract with its own members. */
const whole = (version: number, types: object, more: object = {}): object => ({
  $formatVersion: '1',
  id: '7eMQ6H7itZQZccnxeQDw2PjTWdx8mRL8BpUdHxrSeHyR',
  ownerId: 'BFq9qeVFp3iG7HEvjkuJzehy8fzL7hMoffQsBpZCVWTw',
  version,
  documentSchemas: types,
  ...more,
});

const OTHER = '7eMQ6H7itZQZccnxeQDw2PjTWdx8mRL8BpUdHxrSeHyR';

const plan = (before: object, after: object): MigrationPlan =>
  planMigration(JSON.stringify(before), JSON.stringify(after), OPTIONS);

/** The plan of a contract that is no update. */
function moveOf(before: object, after: object): Extract<MigrationPlan, { kind: 'move' }> {
  const planned = plan(before, after);
  if (planned.kind !== 'move') throw new Error(`the plan is ${planned.kind}`);
  return planned;
}

const becomes = ({ types }: { types: readonly { name: string; becomes: string }[] }): object =>
  Object.fromEntries(types.map((type) => [type.name, type.becomes]));

it('plans nothing for the same contract, and an update where the platform accepts one', () => {
  expect(plan({ note }, { note }).kind).toBe('unchanged');
  expect(plan({ note }, { note, tag })).toMatchObject({
    kind: 'update',
    changes: [{ op: 'add', path: '/tag' }],
    fee: expect.stringMatching(/^0\.\d+$/),
  });
});

it('plans nothing for a contract that the network rejects, also where it is the same', () => {
  const broken = { ...tag, properties: { name: { type: 'string' } } };
  expect(plan({ broken }, { broken })).toMatchObject({
    kind: 'invalid',
    diagnostics: [{ code: 'position-missing' }],
  });
});

it('plans nothing for the next version of a contract without a change', () => {
  expect(plan(whole(1, { note }), whole(2, { note })).kind).toBe('unchanged');
});

describe('a plan for a contract that is no update', () => {
  it('has no update that changes nothing', () => {
    const moved = moveOf(whole(1, { note }, { keywords: [] }), whole(2, { note }, { ownerId: OTHER }));
    expect(moved.instead).toBeUndefined();
  });

  it('judges a type by the shared schemas of the new contract', () => {
    const text = { type: 'string', maxLength: 20 };
    const shared = { ...tag, properties: { name: { $ref: '#/$defs/name', position: 0 } } };
    const { types } = moveOf(
      { documents: { note }, tokens: {} },
      { documents: { note: withIndex, tag: shared }, $defs: { name: text }, tokens: {} },
    );
    expect(becomes({ types })).toEqual({ note: 'moved', tag: 'added' });
    const planned = moveOf(
      whole(1, { note, tag: shared }, { schemaDefs: { name: text } }),
      whole(
        2,
        {
          note: withIndex,
          tag: {
            ...shared,
            properties: { ...shared.properties, more: { $ref: '#/$defs/more', position: 1 } },
          },
        },
        { schemaDefs: { name: text, more: text } },
      ),
    );
    expect(becomes(planned)).toEqual({ note: 'moved', tag: 'changed' });
  });

  it.each([
    ['types alone and a whole contract', { note, tag }, whole(2, { note: withIndex, tag })],
    ['a whole contract and types alone', whole(1, { note, tag }), { note: withIndex, tag }],
  ])('names each reason once, and edits what is there: %s', (_, before, after) => {
    const { types, reasons, instead } = moveOf(before, after);
    expect(types.map((type) => type.reasons.map(({ code }) => code))).toEqual([['update-index'], []]);
    expect(reasons).toEqual([]);
    expect(instead?.edits).toEqual([
      'Keep the document type "note" as it is registered, and add the new one as "note2".',
    ]);
  });

  it('says what becomes of each document type, and why', () => {
    const planned = moveOf({ note, tag }, { note: withIndex, tag: { ...tag, $comment: 'new' }, extra: tag });
    expect(becomes(planned)).toEqual({ note: 'moved', tag: 'changed', extra: 'added' });
    expect(planned.types[0]?.reasons.map(({ code }) => code)).toEqual(['update-index']);
    expect(planned.reasons).toEqual([]);
  });

  it('has the update that comes nearest: the new form under another name', () => {
    const { instead } = moveOf({ note, note2: tag }, { note: withIndex, note2: tag });
    expect(instead?.edits).toEqual([
      'Keep the document type "note" as it is registered, and add the new one as "note3".',
    ]);
    expect(instead?.contract).toEqual({ note, note2: tag, note3: withIndex });
  });

  it('keeps a document type that is missing', () => {
    const planned = moveOf({ note, tag }, { note });
    expect([becomes(planned), planned.instead?.edits]).toEqual([
      { note: 'same', tag: 'removed' },
      ['Keep the document type "tag".'],
    ]);
  });

  it('says who signs copies, and what they lose', () => {
    const sold = { ...withIndex, creationRestrictionMode: 1, tradeMode: 1, transferable: 1 };
    const { types } = moveOf({ note: { ...sold, indices: note.indices } }, { note: sold });
    expect(types[0]?.copies).toEqual([
      'The owner of the contract signs each copy, and owns it then: copies of documents of others change their owner.',
      'A copy loses: ids, original $createdAt, revisions, prices.',
      'Until a document is copied, anybody can take its unique values (byTopic).',
    ]);
  });

  it('sets the version of a whole contract, and names what is beside the types', () => {
    expect(moveOf(whole(4, { note }), whole(4, { note, tag })).instead?.edits).toEqual([
      'Set "version" to 5.',
    ]);
    const planned = moveOf(
      whole(4, { note }),
      whole(5, { note, tag }, { ownerId: '7eMQ6H7itZQZccnxeQDw2PjTWdx8mRL8BpUdHxrSeHyR' }),
    );
    expect(planned.reasons).toHaveLength(1);
    expect(planned.instead?.edits).toEqual([
      'Keep the members beside the document types as they are registered.',
    ]);
  });
});

it('plans nothing for a contract that is not valid', () => {
  expect(plan({ note }, { note: { type: 'object' } })).toMatchObject({ kind: 'invalid', which: 'new' });
  expect(planMigration('{', JSON.stringify({ note }), OPTIONS)).toMatchObject({
    kind: 'invalid',
    which: 'registered',
  });
});

it('the nearest update of real contracts is one that the platform accepts', () => {
  const folder = new URL('../../../../fixtures/contracts/real/', import.meta.url);
  const files: readonly string[] = [
    'dashpay',
    'dpns',
    'tip-jar',
    'dashnote',
    'tutorial-nft-card',
    'yappr-blog',
    'withdrawals',
  ];
  const contracts = files.map((name): object =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')),
  );
  let nearest = 0;
  for (const before of contracts)
    for (const after of contracts) {
      const planned = plan(before, after);
      expect(planned.kind).toBe(before === after ? 'unchanged' : 'move');
      if (planned.kind !== 'move' || planned.instead === undefined) continue;
      nearest += 1;
      expect(compareContracts(before, planned.instead.contract, OPTIONS).accepted).toBe(true);
    }
  expect(nearest).toBeGreaterThan(20);
});
