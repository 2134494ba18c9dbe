import { describe, expect, it } from 'vitest';
import { CONDITIONS, EXPRESSIONS } from '../expression/operators.js';
import { contractJsonSchema } from './contract-json-schema.js';

const { definitions } = contractJsonSchema({ protocolVersion: 14 });
const WORDS = {
  description: expect.stringContaining('Argument: '),
  markdownDescription: expect.stringContaining('```json'),
};
const described = (names: readonly string[], words: object) =>
  Object.fromEntries(names.map((name) => [name, words]));
const CONDITION = { $ref: '#/definitions/condition' };

describe('the schema of rules for editors', () => {
  it('has the words and a completion of each operator', () => {
    const conditions = described(Object.keys(CONDITIONS), {
      ...WORDS,
      defaultSnippets: [{ label: expect.any(String) }],
    });
    const expressions = described(Object.keys(EXPRESSIONS), WORDS);
    expect(definitions).toMatchObject({
      propertyConstraint: { properties: conditions },
      condition: { properties: conditions },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      propertyConstraintExpression: { else: { then: { properties: expressions } } },
    });
  });

  it('refers to conditions in the conditions of immutable and retractedWhen', () => {
    expect(definitions).toMatchObject({
      documentType: {
        properties: {
          immutable: { items: { anyOf: [{}, { properties: { when: CONDITION } }] } },
          retractedWhen: { allOf: [CONDITION] },
        },
      },
      condition: { properties: { allOf: { items: CONDITION }, not: { allOf: [CONDITION] } } },
    });
  });
});
