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
