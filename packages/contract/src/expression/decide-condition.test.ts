import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentValidator } from '../document/document-validator.js';
import { validateContract } from '../check/validate-contract.js';

const PROPERTIES = {
  a: { type: 'integer', minimum: -2, maximum: 3 },
  b: { type: 'integer', minimum: 1, maximum: 2 },
  c: { type: 'integer', minimum: 4, maximum: 5 },
  d: { type: 'boolean' },
};

const REQUIRED = ['a', 'b'];

const typeWith = (rule: object) => ({
  note: {
    type: 'object',
    propertyConstraints: { rule },
    properties: Object.fromEntries(
      Object.entries(PROPERTIES).map(([name, schema], position) => [name, { ...schema, position }]),
    ),
    required: REQUIRED,
    additionalProperties: false,
  },
});

/** All documents that the schema allows. */
const DOCUMENTS = [-2, -1, 0, 1, 2, 3].flatMap((a) =>
  [1, 2].flatMap((b) =>
    [undefined, 4, 5].flatMap((c) =>
      [undefined, true, false].map((d) => ({
        a,
        b,
        ...(c !== undefined && { c }),
        ...(d !== undefined && { d }),
      })),
    ),
  ),
);

const number = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: -4, max: 8 }));
const expression = fc.oneof(
  number,
  fc
    .tuple(fc.constantFrom('add', 'multiply', 'min', 'max'), fc.tuple(number, number))
    .map(([name, pair]) => ({ [name]: pair })),
  fc
    .tuple(fc.constantFrom('subtract', 'modulo', 'divide'), fc.tuple(number, number))
    .map(([name, pair]) => ({ [name]: pair })),
  number.map((one) => ({ abs: one })),
  fc.constant({ countPresent: ['a', 'c'] }),
);
const comparison = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'equal',
        'notEqual',
        'lessThan',
        'lessThanOrEqual',
        'greaterThan',
        'greaterThanOrEqual',
      ),
      fc.tuple(expression, expression),
    )
    .map(([name, pair]) => ({ [name]: pair })),
  fc
    .tuple(expression, fc.uniqueArray(fc.integer({ min: -3, max: 5 }), { minLength: 2, maxLength: 7 }))
    .map((pair) => ({ in: pair })),
  fc.constantFrom('a', 'c', 'd').map((path) => ({ present: path })),
  fc.constantFrom('a', 'c', 'd').map((path) => ({ absent: path })),
);
const condition = fc.oneof(
  comparison,
  fc
    .tuple(
      fc.constantFrom('anyOf', 'allOf'),
      fc.uniqueArray(comparison, { minLength: 2, maxLength: 3, selector: (one) => JSON.stringify(one) }),
    )
    .map(([name, list]) => ({ [name]: list })),
  comparison.map((one) => ({ not: one })),
  fc.tuple(comparison, comparison).map((pair) => ({ ifThen: pair })),
);

it('says of no rule that it always or never holds where a document shows otherwise', () => {
  const seen = { always: 0, never: 0 };
  fc.assert(
    fc.property(condition, (rule) => {
      const contract = typeWith(rule);
      const { accepted, diagnostics } = validateContract(contract, { protocolVersion: 14 });
      if (!accepted) return;
      const codes = new Set(diagnostics.map(({ code }) => code));
      const notes = documentValidator(contract, 'note', { protocolVersion: 14 });
      const found = new Set(DOCUMENTS.map((document) => notes.validate(document).ok));
      if (codes.has('rule-always-holds')) seen.always += 1;
      if (codes.has('rule-never-holds')) seen.never += 1;
      const isWrong =
        (codes.has('rule-always-holds') && found.has(false)) ||
        (codes.has('rule-never-holds') && found.has(true));
      expect({ rule, isWrong }).toEqual({ rule, isWrong: false });
    }),
    { numRuns: 3000, seed: 14 },
  );
  expect(seen.always).toBeGreaterThan(20);
  expect(seen.never).toBeGreaterThan(20);
});
