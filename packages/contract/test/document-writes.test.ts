import { describe, expect, it } from 'vitest';
import { documentValidator, validateContract, type DocumentWrite } from '../src/index.js';

const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const OTHER = 'cGfHiC6Kgg3FpFZvgwGcswsCRtp4aBP2fzuXRQPizuN';

const CONTRACT = {
  delegation: {
    type: 'object',
    transferable: 1,
    tradeMode: 1,
    properties: {
      delegate: { type: 'identifier', distinctFrom: '$ownerId', position: 0 },
      endsAt: { type: 'integer', minimum: 0, position: 1 },
      count: { type: 'integer', minimum: 0, position: 2 },
    },
    required: ['delegate', '$createdAt', '$updatedAt', '$transferredAt'],
    additionalProperties: false,
    propertyConstraints: {
      boundToTransfers: { lessThanOrEqual: ['$transferredAt', { ifAbsent: ['endsAt', 100] }] },
      boundToUpdates: { lessThanOrEqual: ['$updatedAt', { ifAbsent: ['endsAt', 100] }] },
      fewEnough: { lessThan: ['count', 5] },
    },
  },
};

const validator = documentValidator(CONTRACT, 'delegation', { protocolVersion: 14 });
const judge = (write: DocumentWrite) => {
  const { rejections, unjudged } = validator.judge(write);
  return {
    errors: rejections.map(({ official }) => official?.payload?.['constraint'] ?? official?.code),
    unjudged,
  };
};

const create = (time: number) =>
  judge({ document: { delegate: OTHER }, ownerId: OWNER, system: { $createdAt: time } });
const reprice = ($updatedAt: number) =>
  judge({
    action: 'update_price',
    stored: { delegate: OTHER, count: 9 },
    ownerId: OTHER,
    system: { $updatedAt, $transferredAt: 900 },
  });
const transfer = (write: DocumentWrite) =>
  judge({ action: 'transfer', stored: { delegate: OTHER, count: 9 }, ...write });

describe('writes of a document', () => {
  it('has a contract that the network accepts', () => {
    expect(validateContract(CONTRACT, { protocolVersion: 14 }).ok).toBe(true);
  });

  it('has one time for the creation, update and transfer of a create', () => {
    expect(create(100)).toEqual({ errors: [], unjudged: [] });
    expect(create(101).errors).toEqual(['boundToTransfers']);
  });

  it('is judged again by what a transfer changes', () => {
    expect(transfer({ ownerId: OWNER, system: { $transferredAt: 100, $updatedAt: 900 } }).errors).toEqual([]);
    expect(transfer({ ownerId: OWNER, system: { $transferredAt: 101 } }).errors).toEqual([
      'boundToTransfers',
    ]);
    expect(transfer({ ownerId: OTHER, system: { $transferredAt: 100 } }).errors).toEqual([]);
    expect(judge({ action: 'purchase', stored: { delegate: OTHER }, ownerId: OTHER }).errors).toEqual([]);
  });

  it('is judged again by what a price update changes', () => {
    expect(reprice(100).errors).toEqual([]);
    expect(reprice(101).errors).toEqual(['boundToUpdates']);
  });

  it('obeys all rules of its properties when moderators restore it, and none when its owner deletes it', () => {
    const stored = { delegate: OTHER, count: 5 };
    const system = { $createdAt: 1, $updatedAt: 1, $transferredAt: 1 };
    expect(judge({ action: 'restore', stored, system }).errors).toEqual(['fewEnough']);
    expect(judge({ action: 'delete', stored, system }).errors).toEqual([]);
  });

  it('is not judged where its stored values are unknown', () => {
    expect(judge({ action: 'transfer', ownerId: OWNER }).unjudged).toEqual([
      'propertyConstraints needs the stored document',
    ]);
  });
});

describe('fields of moderators', () => {
  const note = {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 63, position: 0 },
      label: { type: 'string', maxLength: 63, position: 1 },
    },
    moderatorAbilities: { changeFields: ['label'] },
    additionalProperties: false,
  };
  const contract = {
    $formatVersion: '1',
    id: OTHER,
    ownerId: OWNER,
    version: 1,
    config: { $formatVersion: '2', moderation: { moderators: { $type: 'contractOwner' } } },
    documentSchemas: { note },
  };
  const write = (ownerId: string, moderators?: readonly string[]) => {
    const { ok, unjudged } = documentValidator(contract, 'note', { protocolVersion: 14 }).judge({
      document: { label: 'spam' },
      ownerId,
      ...(moderators === undefined ? {} : { assume: { moderators } }),
    });
    return unjudged.length > 0 ? 'unjudged' : ok;
  };

  it('are written by the owner of the contract, and by identities that are assumed to moderate', () => {
    expect(write(OWNER)).toBe(true);
    expect(write(OWNER, [])).toBe(true);
    expect(write(OTHER)).toBe(false);
    expect(write(OTHER, [OTHER])).toBe(true);
    expect(write(OTHER, [])).toBe(false);
  });
});

const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 63, position: 0 } },
  required: ['$createdAt'],
  additionalProperties: false,
};

type Action = NonNullable<DocumentWrite['action']>;

const judgeNote = (members: object, write: DocumentWrite) => {
  const { rejections, unjudged } = documentValidator({ note: { ...NOTE, ...members } }, 'note', {
    protocolVersion: 14,
  }).judge({ stored: {}, document: {}, ...write });
  return { codes: rejections.map(({ official }) => official?.code), unjudged };
};

describe('a write that the type does not offer', () => {
  it.each<[action: Action, without: object, offered: object]>([
    ['delete', { canBeDeleted: false }, {}],
    ['delete', { canBeDeleted: 'onlyWhenConsumed' }, { canBeDeleted: true }],
    ['delete', { documentsKeepHistory: true, canBeDeleted: false }, { documentsKeepHistory: false }],
    ['replace', { documentsMutable: false }, { documentsMutable: true }],
    ['transfer', {}, { transferable: 1 }],
    ['update_price', { transferable: 1 }, { tradeMode: 1 }],
    ['purchase', { tradeMode: 0 }, { tradeMode: 1 }],
  ])('is rejected: a %s with %j, and not with %j (10404)', (action, without, offered) => {
    const code = 10_404;
    expect(judgeNote(without, { action })).toEqual({ codes: [code], unjudged: [] });
    expect(judgeNote(offered, { action })).toEqual({ codes: [], unjudged: [] });
    expect(judgeNote(without, { action: 'create' })).toEqual({ codes: [], unjudged: [] });
  });
});

/** What surrounds a write in a block of a time, of a document that was created after a second. */
const at = (blockTime: number): DocumentWrite => ({ system: { $createdAt: 1000 }, assume: { blockTime } });

describe('a write of a document with ttl', () => {
  const MORTAL = { ttl: 3600, transferable: 1, tradeMode: 1 };
  it.each<Action>(['replace', 'transfer', 'update_price', 'purchase', 'restore'])(
    'is rejected from the end of its time on: a %s (40140)',
    (action) => {
      expect(judgeNote(MORTAL, { action, ...at(3_600_999) })).toEqual({ codes: [], unjudged: [] });
      expect(judgeNote(MORTAL, { action, ...at(3_601_000) })).toEqual({ codes: [40_140], unjudged: [] });
    },
  );

  it('is a delete at any time, and is not judged where the times are unknown', () => {
    expect(judgeNote(MORTAL, { action: 'delete', ...at(9_000_000) })).toEqual({ codes: [], unjudged: [] });
    const unjudged = ['ttl needs $createdAt and the time of the block'];
    expect(judgeNote(MORTAL, { action: 'replace' })).toEqual({ codes: [], unjudged });
    expect(judgeNote(MORTAL, { action: 'create' })).toEqual({ codes: [], unjudged: [] });
  });

  it('has a diagnostic that JSON takes', () => {
    const { diagnostics } = documentValidator({ note: { ...NOTE, ttl: 3600 } }, 'note', {
      protocolVersion: 14,
    }).judge({ action: 'replace', document: {}, stored: {}, ...at(3_601_000) });
    const payload = { documentTypeName: 'note', expiredAt: 3_601_000, blockTime: 3_601_000 };
    expect(JSON.parse(JSON.stringify(diagnostics))).toMatchObject([{ official: { payload } }]);
  });
});
