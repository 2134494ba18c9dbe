import { expect, it } from 'vitest';
import { tryMutations, type MutationResult } from '../../src/attack/mutation/try-mutations.js';
import { documentSources } from '../../src/attack/suite/attack-contract.js';
import { inRoom, replay } from './attack-fixture.js';

const mutate = async (contract: object, documentType: string): Promise<MutationResult> =>
  inRoom(contract, async (room) => {
    const source = documentSources(room, 1).get(documentType);
    if (source?.plain === undefined) throw new Error('expected a valid document');
    const { plain } = source;
    return tryMutations(room, { source, plain, creator: 'alice', isOver: () => false });
  });

const KINDS = {
  text: { type: 'string', minLength: 2, maxLength: 20, pattern: '^[a-z]+$', position: 0 },
  choice: { type: 'string', enum: ['a', 'b'], position: 1 },
  count: { type: 'integer', minimum: 1, maximum: 9, position: 2 },
  bytes: { type: 'array', byteArray: true, minItems: 2, maxItems: 4, position: 3 },
  who: {
    type: 'array',
    byteArray: true,
    minItems: 32,
    maxItems: 32,
    contentMediaType: 'application/x.dash.dpp.identifier',
    position: 4,
  },
  when: { type: 'string', format: 'date-time', maxLength: 40, position: 5 },
  is: { type: 'boolean', position: 6 },
};

it.each([
  ['that changes and is sold', { transferable: 1, tradeMode: 1 }],
  ['that is fixed', { documentsMutable: false, canBeDeleted: false, signatureSecurityLevelRequirement: 1 }],
])('the platform rejects each transition that breaks a rule of a type %s', async (_, options) => {
  const type = {
    type: 'object',
    properties: KINDS,
    required: Object.keys(KINDS),
    additionalProperties: false,
    ...options,
  };
  const { accepted, rejected } = await mutate({ it: type }, 'it');
  expect(accepted).toEqual([]);
  expect(rejected).toBeGreaterThan(35);
});

it('finds rules that are of another type of values, with steps that replay', async () => {
  const properties = { code: { type: 'integer', maxLength: 3, minimum: 0, position: 0 } };
  const contract = { it: { type: 'object', properties, required: ['code'], additionalProperties: false } };
  const { accepted } = await mutate(contract, 'it');
  expect(accepted).toMatchObject([
    {
      rule: '"maxLength": 3',
      place: ['properties', 'code', 'maxLength'],
      steps: [{ step: { data: { code: 1111 } } }],
    },
  ]);
  for (const { steps } of accepted) expect(await replay(contract, steps)).toEqual(steps);
});
