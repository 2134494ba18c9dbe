import { expect, it } from 'vitest';
import { estimateFees } from './estimate-fees.js';
import { expiringStorageCredits } from './expiring-storage.js';

const text = { type: 'string', maxLength: 63 };

const CONTRACT = {
  name: {
    type: 'object',
    properties: { label: { ...text, position: 0 } },
    indices: [
      {
        name: 'byLabel',
        properties: [{ label: 'asc' }],
        unique: true,
        contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{1,19}$' }], resolution: 0 },
      },
    ],
    required: ['label'],
    documentsMutable: false,
    additionalProperties: false,
  },
  offer: {
    type: 'object',
    properties: { title: { ...text, position: 0 } },
    indices: [{ name: 'byTitle', properties: [{ $ownerId: 'asc' }, { title: 'asc' }] }],
    ttl: 86_400,
    required: ['$createdAt', 'title'],
    additionalProperties: false,
  },
};

it('lists the fund of a contest and the prepaid storage of protocol 14', () => {
  const { estimate } = estimateFees(CONTRACT, { protocolVersion: 14 });
  expect(estimate?.writes).toEqual([
    { kind: 'contest', documentType: 'name', index: 'byLabel', credits: 10_000_000_000n },
    // 4 credits a byte for a day and 420 for its removal; 1,200,000 and 400,000 for each of two levels.
    { kind: 'expiring-storage', documentType: 'offer', ttl: 86_400, perByte: 424n, fixed: 2_000_000n },
  ]);
  expect(expiringStorageCredits(200, 86_400, 2)).toBe(200n * 424n + 2_000_000n);
});

it('lists nothing where documents cost nothing else, and nothing before protocol 14', () => {
  const { offer, name } = CONTRACT;
  const { ttl: _ttl, ...lasting } = offer;
  expect(estimateFees({ offer: lasting }, { protocolVersion: 14 }).estimate).not.toHaveProperty('writes');
  expect(estimateFees({ name }, { protocolVersion: 13 }).estimate).not.toHaveProperty('writes');
});
