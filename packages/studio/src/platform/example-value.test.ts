import { readdirSync, readFileSync } from 'node:fs';
import { describeContract, documentValidator, officialContract } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { contendedValues, contestedIndexOf } from './contested-values.js';
import { valueProperties } from './document.js';
import { exampleText } from './example-value.js';
import { dataOf } from './property-value.js';
import { schemaAt } from './property-schema.js';

const FOLDER = new URL('../../../../fixtures/contracts/real/', import.meta.url);
const SOMEBODY = '4cy1zSAUtRbL6xuffjGa6LvkBK8jb8TNn4T5htXWnnMg';
const OFFICIAL = { id: SOMEBODY, ownerId: SOMEBODY, version: 1 };

const contracts = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const)
  .filter(([, text]) => describeContract(text).ok);

it('is tried with many contracts', () => expect(contracts.length).toBeGreaterThan(15));

/** The data that the form for a type is filled in with. */
function examplesOf(text: string, turn: number) {
  const { text: official } = officialContract(text, OFFICIAL)!;
  const contract: unknown = JSON.parse(official);
  const described = describeContract(official);
  if (!described.ok) throw new Error(described.diagnostics.map(({ message }) => message).join('; '));
  return described.description.documentTypes.map((type) => {
    const contest = contestedIndexOf(type)?.contested?.fieldMatches ?? [];
    const written = valueProperties(type).map((property) => {
      const contestPattern = contest.find(({ field }) => field === property.path)?.regexPattern;
      const schema = schemaAt(contract, type.name, property.path);
      return [property.path, exampleText(property, schema, { turn, identityId: SOMEBODY, contestPattern })];
    });
    return { type, official, data: dataOf(type.properties, Object.fromEntries(written)) };
  });
}

describe('forms are filled in with what the network takes', () => {
  it.each(contracts)('in %s', (_, text) => {
    for (const turn of [0, 1, 2])
      for (const { type, official, data } of examplesOf(text, turn))
        expect([type.name, documentValidator(official, type.name).validate(data).refusals]).toEqual([
          type.name,
          [],
        ]);
  });

  it('and with what begins a contest, where there is one', () => {
    const shop = readFileSync(new URL('../contract/examples/shop.json', import.meta.url), 'utf8');
    const { type, data } = examplesOf(shop, 0).find(({ type }) => type.name === 'shopName')!;
    expect(contendedValues(contestedIndexOf(type)!, data)).toEqual(['bakery']);
    expect(contendedValues(contestedIndexOf(type)!, { name: 'bakery-2000' })).toBeUndefined();
  });
});
