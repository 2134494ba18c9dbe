import { describe, expect, it } from 'vitest';
import { validateContract } from '../check/validate-contract.js';
import { listOperators, OPERATOR_EXAMPLE_TYPES } from './explain-operator.js';

const judge = (rule: unknown) =>
  validateContract(
    { ...OPERATOR_EXAMPLE_TYPES, offer: { ...OPERATOR_EXAMPLE_TYPES.offer, propertyConstraints: { rule } } },
    { protocolVersion: 14 },
  ).diagnostics.filter(({ code }) => code.startsWith('constraint-'));

describe('the operators of the expression language', () => {
  it.each(listOperators())(
    '$name: the example is a rule that uses it, with a sentence',
    ({ name, example, sentence }) => {
      expect(judge(example)).toEqual([]);
      expect(JSON.stringify(example)).toContain(`"${name}":`);
      expect(sentence).toMatch(/^\(?[A-Z0-9"].{10,}\.$/);
    },
  );

  it('have different sentences', () => {
    const sentences = listOperators().map(({ sentence }) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
