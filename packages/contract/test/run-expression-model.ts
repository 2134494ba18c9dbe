import * as fc from 'fast-check';
import { expect } from 'vitest';
import { readConstraints } from '../src/expression/constraints.js';
import { describeCondition } from '../src/expression/describe-condition.js';
import { DocumentValues } from '../src/expression/document-values.js';
import { judgeRule } from '../src/expression/evaluate.js';
import { buildContract } from '../src/model/contract.js';
import { getProtocol } from '../src/protocol/protocol-versions.js';
import { readValue } from '../src/source/read-value.js';
import { documents, facts, judgeModel, PROPERTIES, rules } from './expression-model.js';

const protocol = getProtocol(14);

/** Reads a rule; returns undefined for one that decides nothing, and is rejected for that. */
function readRule(rule: unknown) {
  const { root } = readValue({
    order: {
      type: 'object',
      properties: PROPERTIES,
      required: ['$createdAt'],
      additionalProperties: false,
      propertyConstraints: { rule },
    },
  });
  if (root?.kind !== 'object') throw new TypeError('expected an object');
  const { documentTypes } = buildContract(root, 'documents', 'create', protocol);
  const { ruleSets, problems } = readConstraints(documentTypes[0]!);
  return { condition: ruleSets[0]?.rules[0]?.condition, problems };
}

/** Compares the evaluator with the model on random rules and documents. */
export function runExpressionModel(numRuns: number): void {
  let judged = 0;
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(rules, documents, facts, (rule, document, known) => {
      const { condition, problems } = readRule(rule);
      const other = problems.filter(
        ({ kind, message }) =>
          !['idle', 'limit', 'inferred-limit', 'constant'].includes(kind) &&
          !/listed twice|directly inside|both negations/.test(message),
      );
      expect(other).toEqual([]);
      if (condition === undefined) return;
      const verdict = judgeRule(condition, new DocumentValues(document), {
        ownerId: known.owner,
        times: new Map([['$createdAt', known.createdAt]]),
        totalOf: () => known.total,
      });
      const found =
        verdict.result === 'broken' && verdict.violation !== 'NotMet'
          ? verdict.violation
          : verdict.result === 'holds';
      expect(found).toBe(judgeModel(rule, document, known));
      expect(describeCondition(condition)).toMatch(/^[^a-z].*\.$/s);
      judged += 1;
      outcomes.add(String(found));
    }),
    { numRuns },
  );
  expect(judged).toBeGreaterThan(numRuns * 0.5);
  expect([...outcomes].toSorted()).toEqual(
    expect.arrayContaining([
      'DivisionByZero',
      'NegativeExponent',
      'NotAnInteger',
      'Overflow',
      'false',
      'true',
    ]),
  );
}
