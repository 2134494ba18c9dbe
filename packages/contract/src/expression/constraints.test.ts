import { describe, expect, it } from 'vitest';
import { validateContract } from '../index.js';

const ID = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';
const IDENTIFIER = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
};

const PROPERTIES = {
  stars: { type: 'integer', minimum: 0, maximum: 5, position: 0 },
  price: { type: 'integer', minimum: 0, position: 1 },
  title: { type: 'string', maxLength: 63, position: 2 },
  status: { type: 'string', maxLength: 9, enum: ['open', 'closed'], position: 3 },
  seller: { ...IDENTIFIER, position: 4 },
  buyer: { ...IDENTIFIER, position: 5 },
  data: { type: 'array', byteArray: true, maxItems: 4, position: 6 },
  ratio: { type: 'number', position: 7 },
  flag: { type: 'boolean', position: 8 },
  tags: {
    type: 'array',
    items: { type: 'string', maxLength: 9, enum: ['new', 'old'] },
    maxItems: 3,
    position: 9,
  },
  flags: { type: 'array', items: { type: 'boolean' }, maxItems: 3, position: 10 },
  meta: {
    type: 'object',
    position: 11,
    properties: { total: { type: 'integer', position: 0 } },
    additionalProperties: false,
  },
  secret: { type: 'integer', position: 12 },
};

const judgeAll = (members: object, others: object = {}) =>
  validateContract(
    {
      note: {
        type: 'object',
        properties: PROPERTIES,
        required: ['price', '$createdAt'],
        transient: ['secret'],
        additionalProperties: false,
        ...members,
      },
      ...others,
    },
    { protocolVersion: 14 },
  ).diagnostics;

const judge = (members: object, others: object = {}) =>
  judgeAll(members, others).filter(({ code }) => code.startsWith('constraint-'));

const rule = (condition: unknown) => judge({ propertyConstraints: { rule: condition } });
const found = (condition: unknown) =>
  rule(condition).map(({ code, official, message }) => `${code} ${official?.code}: ${message}`);

describe('the types of a rule', () => {
  it.each<readonly [string, unknown, string]>([
    [
      'orders text',
      { lessThan: ['title', 3] },
      'constraint-type 10231: "lessThan" compares integers; "title" is text',
    ],
    [
      'orders two texts',
      { lessThan: ['title', 'status'] },
      'constraint-type 10231: "lessThan" compares integers; "title" is text',
    ],
    [
      'orders a constant',
      { lessThan: ['title', { const: 'b' }] },
      'constraint-type 10231: "lessThan" compares integers; "title" is text',
    ],
    [
      'orders identifiers',
      { greaterThan: ['seller', '$ownerId'] },
      'constraint-type 10231: "greaterThan" compares integers; "seller" is an identifier',
    ],
    [
      'adds text',
      { equal: [{ add: ['price', 'title'] }, 3] },
      'constraint-type 10231: "add" adds integers; "title" is text',
    ],
    [
      'reads a fraction',
      { equal: ['ratio', 1] },
      'constraint-type 10231: "equal" compares an integer here; "ratio" is a number with a fraction',
    ],
    [
      'compares text with an integer',
      { equal: ['title', 'price'] },
      'constraint-type 10231: "equal" compares an integer here; "title" is text',
    ],
    [
      'compares text with an identifier',
      { equal: ['title', 'seller'] },
      'constraint-type 10231: "equal" compares values of one kind; the left side is text, the right one an identifier',
    ],
    [
      'compares byte arrays',
      { equal: ['data', { const: '00' }] },
      'constraint-type 10231: "equal" does not compare byte arrays',
    ],
    [
      'reads a constant as an integer',
      { in: [{ const: 'a' }, [1, 2]] },
      'constraint-type 10231: "in" compares with integers here; "a" is a constant text',
    ],
    [
      'gives an identifier a default',
      { equal: [{ ifAbsent: ['seller', ID] }, 'buyer'] },
      'constraint-type 10231: an identifier takes no default',
    ],
    [
      'measures a list as text',
      { equal: [{ length: 'tags' }, 1] },
      'constraint-type 10231: "length" counts characters of text; "tags" is a list',
    ],
    [
      'counts an identifier',
      { equal: [{ count: 'seller' }, 1] },
      'constraint-type 10231: "count" counts elements of a list, or bytes; "seller" is an identifier',
    ],
    [
      'reads a byte of an identifier',
      { equal: [{ byteAt: ['seller', 0] }, 1] },
      'constraint-type 10231: "byteAt" reads a byte of a byte array; "seller" is an identifier',
    ],
    [
      'looks for a flag',
      { contains: ['flags', 1] },
      'constraint-type 10231: "contains" looks in a list of integers, texts or identifiers; an element of "flags" is true or false',
    ],
    [
      'looks for an integer in texts',
      { contains: ['tags', 1] },
      'constraint-type 10231: "contains" compares text here; 1 is no path and no constant',
    ],
    [
      'tests the presence of the owner',
      { present: '$ownerId' },
      'constraint-type 10231: "present" tests a property of the type; "$ownerId" is an identifier of the system',
    ],
    [
      'gives a time a default',
      { equal: [{ ifAbsent: ['$createdAt', 1] }, 1] },
      'constraint-type 10231: "$createdAt" is always present: it takes no default',
    ],
    [
      'reads an unknown property',
      { equal: ['pirce', 1] },
      'constraint-path 10231: unknown property "pirce"; did you mean "price"?',
    ],
    [
      'reads a transient property',
      { equal: ['secret', 1] },
      'constraint-path 10231: "secret" is transient: it is never stored, so no rule can read it',
    ],
    [
      'reads a time that is not recorded',
      { equal: ['$updatedAt', 1] },
      'constraint-path 10231: "$updatedAt" is not recorded: "required" does not list it',
    ],
    [
      'compares with a value outside the enum',
      { equal: ['status', { const: 'gone' }] },
      'constraint-constant 10231: "status" never is "gone": its enum has "open", "closed"',
    ],
    [
      'gives a default outside the enum',
      { equal: [{ ifAbsent: ['status', 'gone'] }, { const: 'open' }] },
      'constraint-constant 10231: "status" never is "gone": its enum has "open", "closed"',
    ],
    [
      'looks for a text outside the enum',
      { contains: ['tags', { const: 'used' }] },
      'constraint-constant 10231: "tags" never is "used": its enum has "new", "old"',
    ],
    [
      'tests a prefix of no value',
      { startsWith: ['status', { const: 'x' }] },
      'constraint-constant 10231: no value of "status" starts with "x": its enum has "open", "closed"',
    ],
    [
      'writes odd hexadecimal',
      { startsWith: ['data', { const: 'abc' }] },
      'constraint-constant 10231: "abc" is not hexadecimal: it needs an even number of digits from 0 to f',
    ],
    [
      'tests too many bytes',
      { endsWith: ['data', { const: '0102030405' }] },
      'constraint-constant 10231: the constant has 5 bytes; "data" has at most 4',
    ],
    [
      'reads a byte behind the last',
      { equal: [{ byteAt: ['data', 4] }, 0] },
      'constraint-constant 10231: byte 4 of "data" never exists: its maxItems is 4',
    ],
    [
      'divides by 0',
      { equal: [{ modulo: ['price', 0] }, 0] },
      'constraint-constant 10231: "modulo" divides by 0',
    ],
    [
      'has a negative exponent',
      { equal: [{ power: ['price', -1] }, 0] },
      'constraint-constant 10231: "power" has the negative exponent -1: it gives no integer',
    ],
    [
      'compares constants',
      { equal: [1, { add: [1, 2] }] },
      'constraint-idle 10231: the condition reads no property: it holds for every document, or for none',
    ],
    [
      'compares a value with itself',
      { notEqual: ['title', 'title'] },
      'constraint-idle 10231: "notEqual" compares a value with itself: it holds for every document, or for none',
    ],
    [
      'repeats a condition in other words',
      { anyOf: [{ equal: ['price', 1] }, { equal: [{ ifAbsent: ['price', 0] }, 1] }] },
      'constraint-idle 10231: the condition says the same as an earlier one in "anyOf"',
    ],
    [
      'repeats a branch',
      { ifThenElse: [{ present: 'title' }, { present: 'price' }, { present: 'price' }] },
      'constraint-idle 10231: the condition says the same as an earlier one in "ifThenElse"',
    ],
  ])('rejects a rule that %s', (_, condition, message) => {
    expect(found(condition)).toEqual([message]);
  });

  it.each<readonly [string, unknown]>([
    ['reads flags as integers', { greaterThan: [{ multiply: ['flag', 'price'] }, 0] }],
    ['compares text either way round', { equal: [{ const: 'open' }, 'status'] }],
    ['gives text a default', { notEqual: [{ ifAbsent: ['title', 'x'] }, 'status'] }],
    ['looks for the owner', { equal: ['seller', '$ownerId'] }],
    ['lists identifiers', { in: ['$ownerId', [ID, '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF']] }],
    ['reads a byte of a whole list', { in: [{ byteAt: ['data', 3] }, [0, 255]] }],
    ['tests a constant for the start of a property', { startsWith: [{ const: '0102030405' }, 'data'] }],
    ['reads a time', { lessThan: [{ subtract: ['$createdAt', 'price'] }, 5] }],
    ['tests objects', { anyOf: [{ absent: 'meta' }, { present: 'meta.total' }] }],
  ])('accepts a rule that %s', (_, condition) => {
    expect(found(condition)).toEqual([]);
  });
});

describe('the form of a rule', () => {
  it.each<readonly [string, unknown]>([
    ['an unknown condition', { atMost: ['price', 1] }],
    ['two members', { equal: ['price', 1], present: 'title' }],
    ['no member', {}],
    ['a text', 'price'],
    ['three operands', { equal: ['price', 1, 2] }],
    ['a literal true', { equal: ['price', true] }],
    ['a literal 1.5', { equal: ['price', 1.5] }],
    ['an unknown operator', { equal: [{ sum: ['price', 1] }, 1] }],
    ['one operand to add', { equal: [{ add: ['price'] }, 1] }],
    ['a list for abs', { equal: [{ abs: ['price'] }, 1] }],
    ['a constant that is no text', { equal: ['title', { const: 5 }] }],
    ['a system name as a path', { equal: ['$revision', 1] }],
    ['a path of the stored document', { present: '$old.title' }],
    ['a path with a space', { present: 'a b' }],
    ['not over not', { not: { not: { present: 'title' } } }],
    ['not over notIn', { not: { notIn: ['price', [1, 2]] } }],
    [
      'anyOf in anyOf',
      { anyOf: [{ anyOf: [{ present: 'title' }, { present: 'price' }] }, { present: 'flag' }] },
    ],
    ['one condition in allOf', { allOf: [{ present: 'title' }] }],
    ['a condition twice', { anyOf: [{ equal: ['price', 1] }, { equal: ['price', 1] }] }],
    ['one value in a list', { in: ['price', [1]] }],
    ['a value twice', { in: ['price', [1, 1]] }],
    ['mixed values', { in: ['price', [1, 'a']] }],
    ['a malformed value beside an unknown list', { contains: ['missing', true] }],
    ['a malformed side beside text', { equal: ['title', { ifAbsent: ['status'] }] }],
    ['a path twice', { equal: [{ countPresent: ['title', 'title'] }, 1] }],
    ['an index below 0', { equal: [{ byteAt: ['data', -1] }, 1] }],
    ['an index that is text', { equal: [{ byteAt: ['data', '0'] }, 1] }],
    ['an empty filter', { equal: [{ countOf: ['note', {}] }, 1] }],
    ['a filter by a time', { equal: [{ countOf: ['note', { $createdAt: 1 }] }, 1] }],
    ['a filter value true', { equal: [{ countOf: ['note', { price: true }] }, 1] }],
    ['a sum of nothing', { equal: [{ sumOf: ['note'] }, 1] }],
    ['a sum by a system name', { equal: [{ sumOf: ['note', '$createdAt'] }, 1] }],
  ])('rejects %s as the meta-schema does', (_, condition) => {
    const shapes = rule(condition).filter(({ code }) => code === 'constraint-shape');
    expect(shapes.map(({ official }) => official?.code)).toEqual(shapes.map(() => 10101));
    expect(shapes.length).toBeGreaterThan(0);
  });

  it.each([{}, [], 5, { 'bad-name': { present: 'title' } }, { ['x'.repeat(65)]: { present: 'title' } }])(
    'rejects %j as the rules of a type',
    (propertyConstraints) => {
      expect(judge({ propertyConstraints })[0]?.official?.code).toBe(10101);
    },
  );

  it('reports every error at its place', () => {
    const text = JSON.stringify({
      note: {
        type: 'object',
        properties: PROPERTIES,
        required: ['price', '$createdAt'],
        additionalProperties: false,
        propertyConstraints: {
          a: { lessThan: ['title', 'moons'] },
          b: { allOf: [{ present: 'flag' }, { atLeast: ['price', 1] }] },
          c: { allOf: [{ present: 'flag' }, { equal: ['status', { const: 'gone' }] }] },
        },
      },
    });
    const { diagnostics } = validateContract(text, { protocolVersion: 14 });
    const places = diagnostics
      .filter(({ code }) => code.startsWith('constraint-'))
      .map(({ code, at, range }) => [code, at, text.slice(range!.start.offset, range!.end.offset)]);
    expect(places).toEqual([
      ['constraint-type', '/note/propertyConstraints/a/lessThan/0', '"title"'],
      ['constraint-path', '/note/propertyConstraints/a/lessThan/1', '"moons"'],
      ['constraint-shape', '/note/propertyConstraints/b/allOf/1/atLeast', '"atLeast"'],
      ['constraint-constant', '/note/propertyConstraints/c/allOf/1/equal/1/const', '"gone"'],
    ]);
  });
});

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`rule${at}`, { lessThan: ['price', at + 1] }]),
  );
const values = (count: number) => Array.from({ length: count }, (_, at) => at);

const nest = (levels: number): unknown => {
  let node: unknown = 'price';
  for (let at = 0; at < levels; at += 1) node = { abs: node };
  return { equal: [node, 1] };
};

describe('the limits of rules', () => {
  it('counts rules by keyword', () => {
    expect(judge({ propertyConstraints: many(16), deleteConstraints: many(16) })).toEqual([]);
    expect(judge({ propertyConstraints: many(17) })).toMatchObject([
      { code: 'constraint-limit', message: 'propertyConstraints has 17 rules: the maximum is 16' },
    ]);
  });

  it.each<readonly [string, unknown, unknown]>([
    [
      'operands',
      { equal: [{ add: ['price', ...values(28)] }, 0] },
      { equal: [{ add: ['price', ...values(29)] }, 0] },
    ],
    ['integer values', { in: ['price', values(30)] }, { in: ['price', values(31)] }],
    ['text values', { in: ['title', values(30).map(String)] }, { in: ['title', values(31).map(String)] }],
    [
      'texts, presence and a list',
      { allOf: [{ present: 'flag' }, { equal: ['title', { const: 'a' }] }, { in: ['price', values(25)] }] },
      { allOf: [{ present: 'flag' }, { equal: ['title', { const: 'a' }] }, { in: ['price', values(26)] }] },
    ],
  ])('allows 32 nodes of %s', (_, right, wrong) => {
    expect(rule(right)).toEqual([]);
    expect(rule(wrong)).toMatchObject([
      { code: 'constraint-limit', message: 'the rule has 33 nodes: the maximum is 32' },
    ]);
  });

  it('warns where only the count of ifAbsent decides', () => {
    expect(rule({ equal: [{ add: [{ ifAbsent: ['price', 1] }, ...values(28)] }, 0] })).toMatchObject([
      { code: 'constraint-limit-inferred', severity: 'warning' },
    ]);
  });

  it('allows 64 levels of nesting', () => {
    expect(rule(nest(64)).map(({ message }) => message)).toEqual(['more than 64 levels of nesting']);
    expect(rule(nest(63)).map(({ message }) => message)).toEqual([
      'the rule has 66 nodes: the maximum is 32',
    ]);
  });
});

const when = (condition: unknown) => judge({ immutable: [{ property: 'title', when: condition }] });

describe('a rule that the meta-schema rejects', () => {
  it.each([
    { contains: ['missing', true] },
    { equal: ['title', { ifAbsent: ['status'] }] },
    { equal: [{ countOf: ['note', { $createdAt: 1 }] }, 1] },
  ])('has no errors of the parser beside it: %j', (condition) => {
    expect(rule(condition).map(({ official }) => official?.code)).toEqual([10101]);
  });
});

describe('the conditions of immutable and retractedWhen', () => {
  it('read the stored document', () => {
    expect(when({ equal: ['$old.status', { const: 'open' }] })).toEqual([]);
    expect(when({ equal: [{ byteAt: ['$old.data', 0] }, 1] })).toEqual([]);
    expect(judge({ retractedWhen: { allOf: [{ present: 'flag' }, { absent: '$old.flag' }] } })).toEqual([]);
    expect(when({ present: '$old.nope' })).toMatchObject([
      { code: 'constraint-path', official: { code: 10231 } },
    ]);
  });

  it('are checked by the parser alone', () => {
    expect(when({ bogus: 1 })).toMatchObject([{ code: 'constraint-shape', official: { code: 10231 } }]);
    expect(when({ equal: ['price', true] })).toMatchObject([{ official: { code: 10231 } }]);
  });

  it.each([{}, { present: 'title', absent: 'flag' }])(
    'are one operator by the meta-schema: %j',
    (condition) => {
      const [first] = judgeAll({ immutable: [{ property: 'title', when: condition }] });
      expect(first?.official?.code).toBe(10101);
    },
  );

  it('read no totals', () => {
    expect(when({ greaterThan: [{ countOf: ['note'] }, 3] })).toMatchObject([{ code: 'constraint-path' }]);
  });
});

const LISTING = {
  type: 'object',
  documentsCountable: true,
  documentsSummable: 'amount',
  properties: {
    amount: { type: 'integer', minimum: 0, maximum: 1000, position: 0 },
    status: { type: 'string', maxLength: 9, enum: ['open', 'closed'], position: 1 },
    kind: { type: 'integer', minimum: 0, maximum: 9, position: 2 },
    flag: { type: 'boolean', position: 3 },
    owner: { ...IDENTIFIER, position: 4 },
  },
  required: ['amount', 'status', 'kind'],
  indices: [
    { name: 'byOwner', properties: [{ $ownerId: 'asc' }], countable: 'countable' },
    { name: 'byOwnerStatus', properties: [{ $ownerId: 'asc' }, { status: 'asc' }], countable: 'countable' },
    { name: 'byKind', properties: [{ kind: 'asc' }], summable: 'amount' },
    { name: 'byRef', properties: [{ owner: 'asc' }], countable: 'countable', unique: true },
  ],
  additionalProperties: false,
};
const total = (operand: unknown) =>
  judge({ propertyConstraints: { rule: { lessThan: [operand, 10] } } }, { listing: LISTING }).map(
    ({ code, official, message }) => `${code} ${official?.code}: ${message}`,
  );

const sums = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `r${at}`,
      { lessThan: [{ sumOf: ['listing', 'amount', { kind: at }] }, 9] },
    ]),
  );
const judged = (constraints: object) => judge({ propertyConstraints: constraints }, { listing: LISTING });

describe('totals', () => {
  it.each<readonly [string, unknown]>([
    ['of a whole type', { countOf: ['listing'] }],
    ['of an owner', { countOf: ['listing', { $ownerId: '$ownerId' }] }],
    ['by a constant', { countOf: ['listing', { status: { const: 'open' }, $ownerId: '$ownerId' }] }],
    ['of a property', { sumOf: ['listing', 'amount'] }],
    ['of a property by an integer', { sumOf: ['listing', 'amount', { kind: 3 }] }],
    ['by a required property', { sumOf: ['listing', 'amount', { kind: 'price' }] }],
  ])('are kept %s', (_, operand) => {
    expect(total(operand)).toEqual([]);
  });

  it.each<readonly [string, unknown, RegExp]>([
    ['of an unknown type', { countOf: ['order'] }, /unknown document type "order"/],
    ['of a type that is not counted', { countOf: ['note'] }, /"note" does not count its documents/],
    ['of another property', { sumOf: ['listing', 'kind'] }, /no sum of "kind"/],
    ['by a part of an index', { countOf: ['listing', { status: { const: 'open' } }] }, /exactly "status"/],
    [
      'by a unique index',
      { countOf: ['listing', { owner: '$ownerId' }] },
      /no index of "listing" keeps this total/,
    ],
    ['by an unknown key', { countOf: ['listing', { shade: 1 }] }, /has no property "shade"/],
    ['by a flag', { countOf: ['listing', { flag: 1 }] }, /"flag" is true or false/],
    [
      'by an integer for an identifier',
      { countOf: ['listing', { $ownerId: 3 }] },
      /is an identifier; its value is an integer/,
    ],
    [
      'by an id for an integer',
      { sumOf: ['listing', 'amount', { kind: '$id' }] },
      /is an integer; its value is an identifier/,
    ],
    [
      'by text for an integer',
      { sumOf: ['listing', 'amount', { kind: { const: '3' } }] },
      /write the integer as itself/,
    ],
    [
      'by a text outside the enum',
      { countOf: ['listing', { $ownerId: '$ownerId', status: { const: 'opne' } }] },
      /never is "opne"/,
    ],
    [
      'by a text that is no identifier',
      { countOf: ['listing', { $ownerId: { const: 'x' } }] },
      /is no identifier/,
    ],
    [
      'by an optional property',
      { sumOf: ['listing', 'amount', { kind: 'stars' }] },
      /"stars" is not required/,
    ],
    [
      'by a flag of the document',
      { sumOf: ['listing', 'amount', { kind: 'flag' }] },
      /"flag" is true or false/,
    ],
  ])('are not kept %s', (_, operand, message) => {
    const [only, ...others] = total(operand);
    expect(only).toMatch(/^constraint-(?:total|type) 10231: /);
    expect(only).toMatch(message);
    expect(others).toEqual([]);
  });

  it('are four at most, each counted once', () => {
    expect(
      judged({ ...sums(4), again: { greaterThan: [{ sumOf: ['listing', 'amount', { kind: 0 }] }, 0] } }),
    ).toEqual([]);
    expect(judged(sums(5))).toMatchObject([
      { code: 'constraint-limit', message: 'propertyConstraints reads 5 different totals: the maximum is 4' },
    ]);
  });
});
