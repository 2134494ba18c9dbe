import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/index.js';

const review = (aggregate: object) => ({
  review: {
    type: 'object',
    properties: {
      subject: { type: 'string', maxLength: 63, position: 0 },
      stars: { type: 'integer', minimum: 1, maximum: 5, position: 1 },
    },
    required: ['subject', 'stars'],
    additionalProperties: false,
    indices: [
      { name: 'bySubject', properties: [{ subject: 'asc' }], ...aggregate },
      { name: 'bySubjectAndStars', properties: [{ subject: 'asc' }, { stars: 'asc' }] },
    ],
  },
});

let platform: Platform;
let by: string;
beforeAll(async () => {
  platform = await createPlatform();
  ({ id: by } = await platform.createIdentity());
});
afterAll(async () => platform.close());

async function registerAndCreate(aggregate: object) {
  const { contractId, diagnostics } = await platform.registerContract({ by, contract: review(aggregate) });
  const data = { subject: 'tea', stars: 4 };
  const created = platform.createDocument({ by, contractId, documentType: 'review', data });
  return { created, unusable: diagnostics.filter(({ severity }) => severity === 'unusable') };
}

it('rejects documents of a type whose indices the network cannot fill', async () => {
  const { created, unusable } = await registerAndCreate({ summable: 'stars' });
  expect(unusable).toMatchObject([{ code: 'aggregating-prefix-unusable' }]);
  await expect(created).rejects.toMatchObject({
    reason: 'invalid-input',
    message: expect.stringContaining('cannot be stored'),
  });
});

it('takes documents of a type whose indices the network can fill', async () => {
  const { created, unusable } = await registerAndCreate({ countable: true });
  expect(unusable).toEqual([]);
  await expect(created).resolves.toMatchObject({ document: { subject: 'tea' } });
});
