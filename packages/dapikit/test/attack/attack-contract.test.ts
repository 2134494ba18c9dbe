import { expect, it } from 'vitest';
import { reportOf, replay } from './attack-fixture.js';
import { TEMPLATES } from '../../src/templates/templates.js';
import { tokenContract } from './token-contract.js';
import type { AttackReport } from '../../src/attack/suite/attack-contract.js';

const text = (position: number, more: object = {}): object => ({
  type: 'string',
  maxLength: 20,
  position,
  ...more,
});
const typeOf = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const unique = (...properties: readonly string[]): object => ({
  name: properties.join(''),
  unique: true,
  properties: properties.map((name) => ({ [name]: 'asc' })),
});
const FIXED = { documentsMutable: false, canBeDeleted: false };
const name = { name: text(0) };

/** The codes about a document type. */
const codesOf = async (type: object): Promise<readonly string[]> =>
  (await reportOf({ it: type })).findings.map(({ code }) => code);

it('finds nothing about documents that only the owner creates and nobody changes', async () => {
  expect(await codesOf(typeOf(name, { ...FIXED, creationRestrictionMode: 1 }))).toEqual([]);
});

it.each<[code: string, type: object]>([
  ['anyone-creates', typeOf(name, FIXED)],
  ['owner-rewrites', typeOf(name, { required: ['name'] })],
  [
    'deletion-frees-value',
    typeOf(name, { documentsMutable: false, indices: [unique('name')], required: ['name'] }),
  ],
  ['deletion-frees-value', typeOf(name, { documentsMutable: false, indices: [unique('$ownerId', 'name')] })],
  [
    'replace-frees-value',
    typeOf(name, { canBeDeleted: false, indices: [unique('name')], required: ['name'] }),
  ],
  ['transfer-frees-value', typeOf(name, { ...FIXED, transferable: 1, indices: [unique('$ownerId')] })],
  ['unasked-transfer', typeOf(name, { ...FIXED, transferable: 1, indices: [unique('$ownerId', 'name')] })],
  ['missing-not-unique', typeOf(name, { ...FIXED, indices: [unique('name')] })],
  ['case-not-unique', typeOf(name, { ...FIXED, indices: [unique('name')], required: ['name'] })],
  [
    'foreign-identity-named',
    typeOf(
      {
        author: {
          type: 'array',
          byteArray: true,
          minItems: 32,
          maxItems: 32,
          contentMediaType: 'application/x.dash.dpp.identifier',
          position: 0,
        },
      },
      FIXED,
    ),
  ],
  [
    'contest-opened',
    typeOf(
      { name: text(0, { pattern: '^[a-z]{3,19}$', minLength: 3 }) },
      {
        ...FIXED,
        required: ['name'],
        indices: [
          {
            ...unique('name'),
            contested: { fieldMatches: [{ field: 'name', regexPattern: '^[a-c]{3,19}$' }], resolution: 0 },
          },
        ],
      },
    ),
  ],
  ['count-inflated', typeOf(name, { ...FIXED, documentsCountable: true })],
  ['rule-unsatisfiable', typeOf({ name: text(0, { enum: ['Tea', 'Coffee'], pattern: '^[a-z]+$' }) }, FIXED)],
  ['rule-unsatisfiable', typeOf(name, { ...FIXED, required: ['name', 'ghost'] })],
  [
    'index-redundant',
    typeOf(
      { name: text(0), other: text(1) },
      {
        ...FIXED,
        indices: [
          { name: 'a', properties: [{ name: 'asc' }] },
          { name: 'b', properties: [{ name: 'asc' }, { other: 'asc' }] },
        ],
      },
    ),
  ],
])('finds %s, with steps that replay', async (code, type) => {
  const contract = { it: type };
  const { findings } = await reportOf(contract);
  const found = findings.filter((finding) => finding.code === code);
  expect(findings.map((each) => each.code)).toContain(code);
  for (const { steps } of found) {
    expect(steps.length).toBeGreaterThan(0);
    expect(await replay(contract, steps)).toEqual(steps);
  }
});

it('does not call a limit for each owner broken where documents stay with their creator', async () => {
  const type = typeOf(name, { ...FIXED, indices: [unique('$ownerId', 'name')], required: ['name'] });
  expect(await codesOf(type)).toEqual(['anyone-creates', 'case-not-unique']);
});

/** Returns the codes of what is said about documents, not about their token. */
const codesOfPost = ({ findings }: AttackReport): readonly string[] =>
  findings.filter(({ documentType }) => documentType === 'post').map(({ code }) => code);

it('finds that the owner pays tokens to himself, where they are not burnt', async () => {
  const [paid, burnt] = [await reportOf(tokenContract(0)), await reportOf(tokenContract(1))];
  expect(codesOfPost(paid)).toEqual(['anyone-creates', 'token-cost-avoided']);
  expect(codesOfPost(burnt)).toEqual(['anyone-creates']);
  for (const { steps } of paid.findings) expect(await replay(tokenContract(0), steps)).toEqual(steps);
  // Each create pays: without an agreement, below the cost, and with a token that is not there, it is rejected.
  expect(paid.rejected).toBeGreaterThan(15);
});

it('says of which types it found no valid document', async () => {
  const impossible = { name: text(0, { pattern: '^(ab){7}$', minLength: 15 }) };
  const { untried, findings } = await reportOf({ it: typeOf(impossible, { required: ['name'] }) });
  expect([untried, findings]).toEqual([['it'], []]);
});

it('says when the time is over', async () => {
  const { attackContract } = await import('../../src/attack/suite/attack-contract.js');
  const { inRoom } = await import('./attack-fixture.js');
  const report = await inRoom({ it: typeOf(name) }, async (room) =>
    attackContract(room, { seed: 1, isOver: () => true }),
  );
  expect(report).toEqual({ findings: [], untried: [], unpaid: [], rejected: 0, isCut: true });
});

it('gives identities the tokens that a type costs, as far as the supply allows', async () => {
  const { findings, unpaid, rejected } = await reportOf(TEMPLATES.token.contract);
  const codes = findings.map(({ code }) => code);
  expect(unpaid).toEqual([]);
  expect(codes).not.toContain('valid-document-rejected');
  expect(codes).toContain('anyone-creates');
  expect(rejected).toBeGreaterThan(0);
});

it('says nothing about a type whose tokens nobody gets', async () => {
  const contract = JSON.parse(JSON.stringify(tokenContract(0)));
  const nobody = { $type: 'noOne' };
  contract.tokens[0].baseSupply = 2;
  contract.tokens[0].manualMintingRules.authorizedToMakeChange = nobody;
  const { findings, unpaid } = await reportOf(contract);
  expect(unpaid).toEqual(['post']);
  expect(findings.filter(({ documentType }) => documentType === 'post')).toEqual([]);
});
