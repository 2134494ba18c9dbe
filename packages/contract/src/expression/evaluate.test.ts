import { describe, expect, it } from 'vitest';
import { documentValidator } from '../index.js';

const OWNER = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';

const PROPERTIES = {
  a: { type: 'integer', position: 0 },
  b: { type: 'integer', position: 1 },
  text: { type: 'string', maxLength: 2000, position: 2 },
  word: { type: 'string', maxLength: 20, position: 3 },
  list: { type: 'array', items: { type: 'integer' }, maxItems: 1024, position: 4 },
  texts: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 1024, position: 5 },
  data: { type: 'array', byteArray: true, maxItems: 8, position: 6 },
  flag: { type: 'boolean', position: 7 },
  meta: {
    type: 'object',
    position: 8,
    properties: {
      inner: {
        type: 'object',
        position: 0,
        properties: { n: { type: 'integer', position: 0 } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  },
};

const contractWith = (members: object) => ({
  note: {
    type: 'object',
    properties: PROPERTIES,
    required: ['$createdAt'],
    additionalProperties: false,
    ...members,
  },
});

/** Judges a document by one rule: true, or why it is broken. */
function judge(rule: unknown, document: object): unknown {
  const validator = documentValidator(contractWith({ propertyConstraints: { rule } }), 'note', {
    protocolVersion: 14,
  });
  const { ok, rejections, unjudged } = validator.judge({
    document,
    ownerId: OWNER,
    system: { $createdAt: 5 },
  });
  expect(unjudged).toEqual([]);
  return ok || rejections[0]?.official?.payload?.['violation'];
}

const MAX = 2n ** 63n - 1n;

describe('a rule', () => {
  it.each<readonly [string, unknown, object, unknown]>([
    ['divides so that the remainder is not negative', { equal: [{ divide: ['a', 2] }, -4] }, { a: -7 }, true],
    ['has a remainder of at least 0', { equal: [{ modulo: ['a', 2] }, 1] }, { a: -7 }, true],
    ['divides by a negative number', { equal: [{ divide: ['a', -7] }, 2] }, { a: -10 }, true],
    ['has a remainder of a negative divisor', { equal: [{ modulo: ['a', -7] }, 4] }, { a: -10 }, true],
    ['takes 0 to the power of 0 as 1', { equal: [{ power: ['a', 'b'] }, 1] }, {}, true],
    ['computes the largest power', { greaterThan: [{ power: ['a', 126] }, 0] }, { a: 2 }, true],
    ['computes the smallest number', { lessThan: [{ power: ['a', 127] }, 0] }, { a: -2 }, true],
    ['faults above 128 bits', { greaterThan: [{ power: ['a', 127] }, 0] }, { a: 2 }, 'Overflow'],
    [
      'faults at a huge exponent in no time',
      { greaterThan: [{ power: ['a', 'b'] }, 0] },
      { a: 3, b: MAX },
      'Overflow',
    ],
    ['computes a huge power of -1', { equal: [{ power: ['a', 'b'] }, -1] }, { a: -1, b: MAX }, true],
    [
      'faults at a negative exponent',
      { greaterThan: [{ power: ['a', 'b'] }, 0] },
      { a: 2, b: -1 },
      'NegativeExponent',
    ],
    [
      'faults at a negative exponent of 1',
      { equal: [{ power: ['a', 'b'] }, 1] },
      { a: 1, b: -1 },
      'NegativeExponent',
    ],
    ['faults at a division by 0', { equal: [{ divide: ['a', 'b'] }, 0] }, { a: 2 }, 'DivisionByZero'],
    [
      'faults at a result on the way',
      { equal: [{ multiply: [{ power: [2, 100] }, { power: ['a', 100] }, 0] }, 0] },
      { a: 2 },
      'Overflow',
    ],
    ['does not turn a fault round', { not: { equal: [{ divide: ['a', 'b'] }, 0] } }, {}, 'DivisionByZero'],
    [
      'stops at the first condition that holds',
      { anyOf: [{ equal: ['b', 0] }, { equal: [{ divide: ['a', 'b'] }, 2] }] },
      { a: 4 },
      true,
    ],
    [
      'faults in front of one that holds',
      { anyOf: [{ equal: [{ divide: ['a', 'b'] }, 2] }, { equal: ['b', 0] }] },
      { a: 4 },
      'DivisionByZero',
    ],
    [
      'stops at the first condition that fails',
      { allOf: [{ equal: ['a', 1] }, { equal: [{ divide: ['a', 'b'] }, 2] }] },
      { a: 4 },
      'NotMet',
    ],
    [
      'evaluates one branch',
      { ifThenElse: [{ present: 'b' }, { equal: [{ divide: ['a', 'b'] }, 2] }, { equal: ['a', 4] }] },
      { a: 4 },
      true,
    ],
    ['reads a flag as 1', { equal: [{ add: ['flag', 'a'] }, 5] }, { a: 4, flag: true }, true],
    ['reads an absent flag as 0', { equal: ['flag', 0] }, {}, true],
    ['counts characters', { equal: [{ length: 'text' }, 3] }, { text: 'é😀a' }, true],
    ['counts bytes', { equal: [{ byteLength: 'text' }, 7] }, { text: 'é😀a' }, true],
    ['has no characters of an absent text', { equal: [{ length: 'text' }, 0] }, {}, true],
    ['compares no two absent texts as equal', { equal: ['text', 'word'] }, {}, 'NotMet'],
    ['compares two absent texts as different', { notEqual: ['text', 'word'] }, {}, true],
    ['compares defaults', { equal: [{ ifAbsent: ['text', 'x'] }, { ifAbsent: ['word', 'x'] }] }, {}, true],
    ['starts every text with an empty one', { startsWith: ['text', 'word'] }, { text: 'a', word: '' }, true],
    ['has no start of an absent text', { startsWith: ['text', { const: '' }] }, {}, 'NotMet'],
    [
      'compares bytes whatever the case of digits',
      { startsWith: ['data', { const: 'CaFe' }] },
      { data: [0xca, 0xfe, 1] },
      true,
    ],
    [
      'ends bytes at whole bytes',
      { endsWith: ['data', { const: 'afe1' }] },
      { data: [0xca, 0xfe, 0x1f] },
      'NotMet',
    ],
    ['reads 0 behind the last byte', { equal: [{ byteAt: ['data', 7] }, 0] }, { data: [1] }, true],
    ['finds an element', { contains: ['list', { add: ['a', 1] }] }, { a: 2, list: [1, 3] }, true],
    ['finds nothing in an absent list', { contains: ['list', 'a'] }, {}, 'NotMet'],
    ['finds no absent text in a list', { contains: ['texts', 'word'] }, { texts: ['a'] }, 'NotMet'],
    [
      'faults before it looks in an absent list',
      { contains: ['list', { divide: ['a', 'b'] }] },
      {},
      'DivisionByZero',
    ],
    ['takes an object without members as absent', { absent: 'meta' }, { meta: { inner: {} } }, true],
    ['finds a member deep inside', { present: 'meta' }, { meta: { inner: { n: 0 } } }, true],
    [
      'counts present properties',
      { equal: [{ countPresent: ['a', 'text', 'meta'] }, 1] },
      { a: 0, meta: {} },
      true,
    ],
    ['reads a time', { equal: ['$createdAt', 5] }, {}, true],
  ])('%s', (_, rule, document, expected) => {
    expect(judge(rule, document)).toBe(expected);
  });

  it('faults at the absolute value of the smallest number', () => {
    const smallest = {
      subtract: [{ subtract: [0, { power: [2, 126] }] }, { power: [{ add: [2, 'a'] }, 126] }],
    };
    expect(judge({ equal: [{ abs: smallest }, 1] }, {})).toBe('Overflow');
    expect(judge({ equal: [{ divide: [smallest, { subtract: [0, 1] }] }, 1] }, {})).toBe('Overflow');
    expect(judge({ equal: [{ modulo: [smallest, { subtract: [0, 1] }] }, 0] }, {})).toBe(true);
  });

  it('is judged in the order of names, and the network reports the first broken one', () => {
    const rules = { b: { equal: ['a', 5] }, a: { equal: ['a', 6] }, c: { equal: ['a', 7] } };
    const validator = documentValidator(contractWith({ propertyConstraints: rules }), 'note', {
      protocolVersion: 14,
    });
    const { diagnostics, rejections } = validator.judge({ document: { a: 6 } });
    const names = (found: typeof rejections) =>
      found.map(({ official }) => official?.payload?.['constraint']);
    expect(names(diagnostics)).toEqual(['b', 'c']);
    expect(names(rejections)).toEqual(['b']);
    expect(diagnostics[0]?.message).toBe('the rule "b" is broken: it does not hold. The a is 5');
  });

  it('is not judged where a fact is not known, and says so', () => {
    const rules = {
      few: { lessThan: [{ countOf: ['note'] }, 3] },
      late: { greaterThan: ['$createdAt', 5] },
    };
    const validator = documentValidator(
      contractWith({ documentsCountable: true, propertyConstraints: rules }),
      'note',
      { protocolVersion: 14 },
    );
    expect(validator.judge({ document: {} })).toMatchObject({
      ok: true,
      unjudged: [
        'propertyConstraints.few reads the number of "note" documents',
        'propertyConstraints.late reads $createdAt',
      ],
    });
    const known = validator.judge({ document: {}, system: { $createdAt: 5 }, facts: { totalOf: () => 3n } });
    expect(known.unjudged).toEqual([]);
    expect(known.rejections.map(({ code }) => code)).toEqual(['document-constraint']);
    expect(known.diagnostics.map(({ code }) => code)).toEqual([
      'document-constraint-total',
      'document-constraint',
    ]);
  });

  it('takes linear time in lists and texts', () => {
    const many = Array.from({ length: 15 }, (_, at) => ({ contains: ['list', { add: ['a', at] }] }));
    const list = Array.from({ length: 1024 }, (_, at) => at + 100);
    expect(judge({ anyOf: many.slice(0, 6) }, { a: 0, list })).toBe('NotMet');
    expect(
      judge(
        { greaterThan: [{ add: [{ length: 'text' }, { byteLength: 'text' }] }, 3999] },
        { text: 'é'.repeat(2000) },
      ),
    ).toBe(true);
  });
});

describe('the system values of a document', () => {
  const rules = {
    owned: { equal: ['word', { const: 'x' }] },
    owner: { in: ['$ownerId', [OWNER, '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF']] },
    moved: { greaterThan: ['$transferredAt', 5] },
    changed: { greaterThan: ['$updatedAt', 5] },
  };
  const validator = documentValidator(
    contractWith({
      propertyConstraints: rules,
      required: ['$transferredAt', '$updatedAt'],
      transferable: 1,
      tradeMode: 1,
    }),
    'note',
    { protocolVersion: 14 },
  );
  const broken = (action: 'transfer' | 'purchase' | 'update_price') =>
    validator
      .judge({
        action,
        stored: {},
        ownerId: 'Cv8M4bwSPz1Gxv4qmGyQ2dcSz1H1UV4VqZUvWoxTUWgG',
        system: { $transferredAt: 5, $updatedAt: 5 },
      })
      .diagnostics.map(({ official }) => official?.payload?.['constraint']);

  it('decide which rules a transfer, a purchase and a price update are judged by', () => {
    expect(broken('transfer')).toEqual(['moved', 'owner']);
    expect(broken('purchase')).toEqual(['moved', 'owner']);
    expect(broken('update_price')).toEqual(['changed']);
  });
});
