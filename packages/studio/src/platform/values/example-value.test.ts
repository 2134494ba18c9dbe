import { readdirSync, readFileSync } from 'node:fs';
import { describeContract, documentValidator, officialContract } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { matchContested, findContestedIndex } from '../contests/contested-values.js';
import { listValueProperties } from './document.js';
import { createExample } from './example-value.js';
import { parseData } from './property-value.js';
import { findSchema } from './property-schema.js';

const FOLDER = new URL('../../../../../fixtures/contracts/real/', import.meta.url);
const IDENTITY_ID = '4cy1zSAUtRbL6xuffjGa6LvkBK8jb8TNn4T5htXWnnMg';
const OFFICIAL = { id: IDENTITY_ID, ownerId: IDENTITY_ID, version: 1 };

const contracts = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const)
  .filter(([, text]) => describeContract(text).ok);

it('the example contracts are more than 15', () => expect(contracts.length).toBeGreaterThan(15));

/** Creates the data that the form of a type starts with. */
function examplesOf(text: string, turn: number) {
  const { text: official } = officialContract(text, OFFICIAL)!;
  const contract: unknown = JSON.parse(official);
  const described = describeContract(official);
  if (!described.ok) throw new Error(described.diagnostics.map(({ message }) => message).join('; '));
  return described.description.documentTypes.map((type) => {
    const contest = findContestedIndex(type)?.contested?.fieldMatches ?? [];
    const written = listValueProperties(type).map((property) => {
      const contestPattern = contest.find(({ field }) => field === property.path)?.regexPattern;
      const schema = findSchema(contract, type.name, property.path);
      return [
        property.path,
        createExample(property, schema, { turn, identityId: IDENTITY_ID, contestPattern }),
      ];
    });
    return { type, official, data: parseData(type.properties, Object.fromEntries(written)) };
  });
}

describe('example documents', () => {
  it.each(contracts)('are accepted by the network: %s', (_, text) => {
    for (const turn of [0, 1, 2])
      for (const { type, official, data } of examplesOf(text, turn))
        expect([type.name, documentValidator(official, type.name).validate(data).rejections]).toEqual([
          type.name,
          [],
        ]);
  });

  it('start a contest if the type has a contested index', () => {
    const shop = readFileSync(new URL('../../contract/examples/shop.json', import.meta.url), 'utf8');
    const { type, data } = examplesOf(shop, 0).find(({ type }) => type.name === 'shopName')!;
    expect(matchContested(findContestedIndex(type)!, data)).toEqual(['bakery']);
    expect(matchContested(findContestedIndex(type)!, { name: 'bakery-2000' })).toBeUndefined();
  });
});
