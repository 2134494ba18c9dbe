import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixContract, validateContract } from '../src/index.js';
import { noteOf, note, TEXT_PROPERTY } from '../src/rules/example.js';

const fix = (input: unknown, protocolVersion?: number) => {
  const { text, ...rest } = fixContract(
    JSON.stringify(input),
    protocolVersion === undefined ? {} : { protocolVersion },
  );
  return { ...rest, text, value: JSON.parse(text) };
};

const NESTED = {
  type: 'object',
  properties: { city: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
  position: 0,
};
const MONGOOSE = { text: { type: 'String', required: true }, likes: 'Number', tags: ['String'] };
const CONVERTED = {
  type: 'object',
  properties: {
    text: { type: 'string', position: 0 },
    likes: { type: 'number', position: 1 },
    tags: ['String'],
  },
  required: ['text'],
  additionalProperties: false,
};
const DRAFT_07 = {
  type: 'object',
  properties: { place: { $ref: '#/definitions/place', position: 0 } },
  additionalProperties: false,
};

describe('a document type in another schema language', () => {
  it.each<readonly [string, unknown, unknown, string]>([
    ['Mongoose with an array', { note: MONGOOSE }, { note: CONVERTED }, ''],
    [
      'Mongoose inside documents',
      { documents: { note: MONGOOSE } },
      { documents: { note: CONVERTED } },
      '/documents/note',
    ],
    [
      'Mongoose inside documentSchemas',
      { $formatVersion: '1', documentSchemas: { note: MONGOOSE } },
      { $formatVersion: '1', documentSchemas: { note: CONVERTED } },
      '/documentSchemas/note',
    ],
    [
      'Mongoose without a name',
      { text: { type: 'String', index: true }, likes: { type: 'Number' } },
      {
        document: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 63, position: 0 },
            likes: { type: 'number', position: 1 },
          },
          indices: [{ name: 'text', properties: [{ text: 'asc' }] }],
          additionalProperties: false,
        },
      },
      '',
    ],
    [
      'MongoDB inside documents',
      {
        documents: {
          note: { bsonType: 'object', required: ['text'], properties: { text: { bsonType: 'string' } } },
        },
      },
      {
        documents: {
          note: {
            type: 'object',
            properties: { text: { type: 'string', position: 0 } },
            required: ['text'],
            additionalProperties: false,
          },
        },
      },
      '/documents/note',
    ],
    [
      'definitions inside a document type',
      { documents: { note: { ...DRAFT_07, definitions: { place: { type: 'string', maxLength: 63 } } } } },
      {
        documents: { note: { ...DRAFT_07, properties: { place: { $ref: '#/$defs/place', position: 0 } } } },
        $defs: { place: { type: 'string', maxLength: 63 } },
      },
      '',
    ],
  ])('%s is converted, and loses nothing', (_, input, expected, at) => {
    const [first] = validateContract(input).diagnostics;
    expect([first?.code, first?.at]).toEqual(['foreign-schema', at]);
    expect(fix(input).value).toEqual(expected);
  });

  it.each<readonly [string, unknown, unknown]>([
    [
      'a path called timestamps',
      { note: { text: 'String', timestamps: ['Date'] } },
      {
        text: { type: 'string', position: 0 },
        timestamps: ['Date'],
      },
    ],
    [
      'positions in MongoDB',
      {
        note: {
          bsonType: 'object',
          properties: { b: { bsonType: 'bool', position: 1 }, a: { bsonType: 'bool', position: 0 } },
        },
      },
      { b: { type: 'boolean', position: 1 }, a: { type: 'boolean', position: 0 } },
    ],
  ])('keeps %s', (_, input, expected) => {
    expect(fix(input).value.note.properties).toEqual(expected);
  });

  it('requires no _id of MongoDB', () => {
    const properties = { _id: { bsonType: 'objectId' }, text: { bsonType: 'bool' } };
    const { value, verdict } = fix({ note: { bsonType: 'object', required: ['_id', 'text'], properties } });
    expect(value.note.required).toEqual(['text']);
    expect(verdict.accepted).toBe(true);
  });

  it('keeps the options of a Mongoose schema, which the rules report', () => {
    const timestamps = { createdAt: true, updatedAt: false };
    const options = { collection: { name: 'notes' }, timestamps };
    const { value } = fix({ note: { schema: { text: 'String' }, ...options } });
    expect(value.note).toMatchObject({ collection: { name: 'notes' }, required: ['$createdAt'] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('keeps types and definitions called %s', (name) => {
    const place = { type: 'string', maxLength: 63 };
    const document = {
      type: 'object',
      properties: { place: { $ref: `#/definitions/${name}`, position: 0 } },
      additionalProperties: false,
    };
    const input = Object.fromEntries([
      [name, note()['note']],
      ['note', { ...document, definitions: Object.fromEntries([[name, place]]) }],
    ]);
    const { value } = fix(input);
    expect(Object.keys(value.documents)).toEqual([name, 'note']);
    expect(Object.entries(value.$defs)).toEqual([[name, place]]);
  });

  it.each([
    ['a large integer', '{"note": {"text": "String", "likes": {"type": "Number", "max": 9007199254740993}}}'],
    [
      'a large integer beside "properties"',
      '{"note": {"type": "object", "properties": {}, "likes": {"type": "integer", "maximum": 9007199254740993}, "additionalProperties": false}}',
    ],
  ])('is not converted where it has %s', (_, input) => {
    expect(fixContract(input).text).toBe(input);
  });

  it('keeps a definition that is called definitions', () => {
    const $defs = { definitions: { type: 'string', maxLength: 63 } };
    const input = {
      note: { ...DRAFT_07, properties: { place: { $ref: '#/$defs/definitions', position: 0 } } },
      $defs,
    };
    const other = { ...DRAFT_07, definitions: { place: { type: 'string', maxLength: 63 } } };
    expect(fix({ ...input, other }).value.$defs).toMatchObject($defs);
  });

  it('leaves definitions alone that say something else than those of the same name in $defs', () => {
    const input = {
      documents: { note: DRAFT_07 },
      $defs: { place: { type: 'integer' } },
      definitions: { place: { type: 'string', maxLength: 63 } },
    };
    expect(fix(input).value.$defs).toEqual(input.$defs);
  });

  it('keeps definitions inside a type where the network accepts them', () => {
    const input = { documents: { note: { ...DRAFT_07, definitions: { place: { type: 'string' } } } } };
    expect(
      validateContract(input, { protocolVersion: 11 }).diagnostics.map(({ code }) => code),
    ).not.toContain('foreign-schema');
  });
});

const NOTE: object = Object(note()['note']);

describe('a list of objects with names', () => {
  const { position: _, ...text } = TEXT_PROPERTY;
  it.each<readonly [string, unknown, unknown]>([
    [
      'properties',
      note({
        properties: [
          { name: 'text', ...text },
          { name: '__proto__', ...text },
        ],
      }),
      note({
        properties: Object.fromEntries([
          ['text', TEXT_PROPERTY],
          ['__proto__', { ...text, position: 1 }],
        ]),
      }),
    ],
    ['document types', [{ name: 'note', ...NOTE }], note()],
  ])('becomes an object: %s', (_, input, expected) => {
    const { value, verdict } = fix(input);
    expect(Object.entries(value)).toEqual(Object.entries(Object(expected)));
    expect(verdict.accepted).toBe(true);
  });

  it.each([
    ['without a name', [{ ...text }]],
    [
      'with a repeated name',
      [
        { name: 'a', ...text },
        { name: 'a', ...text },
      ],
    ],
    ['of texts', ['text']],
  ])('stays a list: %s', (_, properties) => {
    const input = note({ properties });
    expect(fix(input).value).toEqual(input);
  });
});

const indexed = (properties: unknown) => note({ indices: [{ name: 'text', properties }] });

describe('a value with one reading', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['an index of a map', indexed({ text: 'asc' }), indexed([{ text: 'asc' }])],
    [
      'an enum without a type',
      noteOf({ text: { enum: ['a', 'b'], position: 0 } }),
      noteOf({ text: { enum: ['a', 'b'], position: 0, type: 'string' } }),
    ],
    [
      'a const without a type',
      noteOf({ text: { const: true, position: 0 } }),
      noteOf({ text: { const: true, position: 0, type: 'boolean' } }),
    ],
    [
      'integers as text',
      noteOf({ text: { type: 'integer', enum: ['1', '2'], position: 0 } }),
      noteOf({ text: { type: 'integer', enum: [1, 2], position: 0 } }),
    ],
    [
      'a bound of draft 4',
      noteOf({ text: { type: 'integer', minimum: 0, exclusiveMinimum: true, position: 0 } }),
      noteOf({ text: { type: 'integer', exclusiveMinimum: 0, position: 0 } }),
    ],
    [
      'no bound of draft 4',
      noteOf({ text: { type: 'integer', minimum: 0, exclusiveMinimum: false, position: 0 } }),
      noteOf({ text: { type: 'integer', minimum: 0, position: 0 } }),
    ],
    [
      'a length of bytes',
      noteOf({ text: { type: 'array', byteArray: true, maxLength: 9, position: 0 } }),
      noteOf({ text: { type: 'array', byteArray: true, maxItems: 9, position: 0 } }),
    ],
    ['a version', { documents: note(), version: '1.0.0' }, { documents: note(), version: 1 }],
    ['a type in capitals', { Order: { ...NOTE, type: 'Object' } }, { Order: NOTE }],
  ])('has its fix: %s', (_, input, expected) => {
    const { value, verdict } = fix(input);
    expect(value).toEqual(expected);
    expect(verdict.accepted).toBe(true);
  });

  it('has its fix in the order of an index with names of digits', () => {
    const properties = { '22': TEXT_PROPERTY, '11': { ...TEXT_PROPERTY, position: 1 } };
    const indices = [{ name: 'a', properties: 'MAP' }];
    const text = JSON.stringify(noteOf(properties, { indices })).replace(
      '"MAP"',
      '{"22": "asc", "11": "asc"}',
    );
    const { note: fixed } = JSON.parse(fixContract(text).text);
    expect(fixed.indices[0].properties).toEqual([{ 22: 'asc' }, { 11: 'asc' }]);
  });

  it.each([
    ['values of two types', { enum: ['a', 1] }],
    ['an enum of fractions and integers', { enum: [1, 1.5] }],
    ['text that is no integer', { type: 'integer', enum: ['1e3', 'x'] }],
  ])('is left to its author: %s', (_, members) => {
    const input = noteOf({ text: { ...members, position: 0 } });
    expect(fix(input).value).toEqual(input);
  });
});

describe('a property outside of properties', () => {
  it('moves into properties, with the types of a contract', () => {
    const { tags: __, ...paths } = MONGOOSE;
    const { value } = fix({ note: { type: 'object', ...paths, additionalProperties: false } });
    const { tags: _, ...properties } = CONVERTED.properties;
    expect(value).toEqual({ note: { ...CONVERTED, properties } });
  });

  it('moves beside other properties', () => {
    const { value, verdict } = fix(note({ street: { type: 'string', maxLength: 63 }, likes: 'Number' }));
    expect(value.note.properties).toEqual({
      text: TEXT_PROPERTY,
      street: { type: 'string', maxLength: 63, position: 1 },
      likes: { type: 'number', position: 2 },
    });
    expect(verdict.accepted).toBe(true);
  });

  it('stays where it is if its name is taken', () => {
    const input = note({ text: { type: 'integer' } });
    expect(fix(input).value).toEqual(input);
    expect(validateContract(input).diagnostics[0]).toMatchObject({
      message: 'unknown keyword "text"; it describes a property',
      fix: { text: 'Put "text" into "properties".' },
    });
  });

  it('makes an object of a property without a type', () => {
    const input = noteOf({
      text: { ...TEXT_PROPERTY, position: 0 },
      meta: { votes: { type: 'Number' }, label: { type: 'string', maxLength: 63 }, likes: 'Boolean' },
    });
    const { diagnostics } = validateContract(input);
    expect(diagnostics.find(({ code }) => code === 'property-type-missing')?.fix?.text).toBe(
      'It is an object: write "type": "object", and what it has into "properties".',
    );
    expect(diagnostics.find(({ at }) => at === '/note/properties/meta/votes')).toMatchObject({
      message: 'unknown keyword "votes"; it describes a property',
      fix: { text: 'Put "votes" into "properties".' },
    });
    const { value, verdict } = fix(input);
    expect(value.note.properties.meta).toEqual({
      type: 'object',
      position: 1,
      properties: {
        votes: { type: 'number', position: 0 },
        label: { type: 'string', maxLength: 63, position: 1 },
        likes: { type: 'boolean', position: 2 },
      },
      additionalProperties: false,
    });
    expect(verdict.accepted).toBe(true);
  });

  it.each([
    { dataType: 'string', maxLength: 63 },
    { maxLength: 63, meta: { type: 'string' } },
    { $ref: '#/$defs/a', meta: { type: 'string' } },
    { enum: ['a'], meta: { type: 'string' } },
    { items: { type: 'string' } },
  ])('makes no object of %j', (property) => {
    const { diagnostics } = validateContract(noteOf({ text: { ...property, position: 0 } }));
    expect(diagnostics.map(({ message }) => message).join()).not.toContain('describes a property');
  });

  it('has its type in the words of MongoDB', () => {
    expect(fix(noteOf({ text: { bsonType: 'string', maxLength: 63, position: 0 } })).value).toEqual(note());
  });

  it.each([[['string'], { type: 'string', position: 0 }]])(
    'with the type %j is one of JSON Schema',
    (type, likes) => {
      const input = { note: { type: 'object', likes: { type }, additionalProperties: false } };
      expect(fix(input).value.note.properties).toEqual({ likes });
    },
  );

  it.each([[['String']], [{ type: ['String'] }], [{ type: 'array', items: { type: 'string' } }]])(
    'stays where it is as an array of values, with an explanation: %j',
    (tags) => {
      const input = note({ tags });
      expect(fix(input).value).toEqual(input);
      const [found] = validateContract(input).diagnostics;
      expect(found?.fix.text).toContain('An array contains only bytes up to protocol 13');
    },
  );

  it.each([[['String']], [[{ type: 'string' }]], [{ type: ['String'], position: 1 }]])(
    'is an array of values inside properties, with an explanation: %j',
    (tags) => {
      const input = noteOf({ text: TEXT_PROPERTY, tags: Object(tags) });
      expect(fix(input).value).toEqual(input);
      const [found] = validateContract(input).diagnostics;
      expect(found?.fix.text).toContain('An array contains only bytes up to protocol 13');
    },
  );

  it('keeps both types where it has one in the words of MongoDB as well', () => {
    const input = noteOf({ text: { ...TEXT_PROPERTY, bsonType: 'objectId' } });
    expect(fix(input).value).toEqual(input);
    expect(validateContract(input).diagnostics[0]).toMatchObject({
      message: 'unknown keyword "bsonType"; "type" says the same',
      fix: { text: 'Remove "bsonType" or "type".' },
    });
  });

  it('is no property if it is a keyword of JSON Schema', () => {
    const input = note({ not: { type: 'string' } });
    expect(fix(input).value).toEqual(input);
  });
});

type Members = { [name: string]: unknown };
const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the names of all members whose value is an object, at any depth, with the names of all properties. */
function namesToKeep(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesToKeep);
  if (!isRecord(value)) return [];
  const properties = isRecord(value['properties']) ? Object.keys(value['properties']) : [];
  const objects = Object.entries(value).flatMap(([name, inner]) => [
    ...(isRecord(inner) ? [name] : []),
    ...namesToKeep(inner),
  ]);
  return [...properties, ...objects];
}

const NAMES = [
  'text',
  'likes',
  'items',
  'default',
  '$defs',
  'definitions',
  'oneOf',
  'owner',
  'type',
] as const;
const schema: fc.Memo<unknown> = fc.memo((depth) =>
  fc.oneof(
    fc.constantFrom('String', 'Number', 'string', 5, true, null),
    fc.constantFrom(['String'], [{ type: 'String' }], ['string', 'null']),
    fc.record(
      {
        type: fc.constantFrom('String', 'string', 'integer', 'object', 'array', 'Number', 'ObjectId'),
        bsonType: fc.constantFrom('string', 'objectId', 'int'),
        required: fc.constantFrom(true, false, ['text']),
        unique: fc.boolean(),
        position: fc.nat(3),
        additionalProperties: depth > 1 ? fc.oneof(fc.boolean(), schema(depth - 1)) : fc.boolean(),
        oneOf: fc.constantFrom([{ maxLength: 3 }], [{ const: 'a' }]),
        ...(depth > 1 ? { properties: map(depth - 1), items: schema(depth - 1) } : {}),
        $defs: fc.constant({ place: { type: 'string' } }),
      },
      { requiredKeys: [] },
    ),
    ...(depth > 1 ? [map(depth - 1)] : []),
  ),
);
const map: fc.Memo<unknown> = fc.memo((depth) =>
  fc.dictionary(fc.constantFrom(...NAMES), schema(depth), { maxKeys: 4 }),
);
const types = fc.dictionary(
  fc.constantFrom('note', 'user'),
  fc
    .tuple(map(3), fc.boolean())
    .map(([members, isType]) => (isRecord(members) && isType ? { type: 'object', ...members } : members)),
  { minKeys: 1, maxKeys: 2 },
);
const contracts = fc.oneof(
  types,
  types.map((documents) => ({ documents })),
  types.map((documentSchemas) => ({ $formatVersion: '1', documentSchemas })),
);

/** Lists how often each name occurs. */
const countNames = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

it('never loses a property or an object of any contract', { timeout: 120_000 }, () => {
  let changed = 0;
  fc.assert(
    fc.property(contracts, fc.constantFrom(11, 13), (input, protocolVersion) => {
      const { value, applied } = fix(input, protocolVersion);
      changed += applied.length > 0 ? 1 : 0;
      const after = countNames(namesToKeep(value));
      for (const [name, count] of countNames(namesToKeep(input)))
        expect(
          after.get(name) ?? 0,
          `${name} of ${JSON.stringify(input)} in ${JSON.stringify(value)}`,
        ).toBeGreaterThanOrEqual(name === 'definitions' ? 0 : count);
    }),
    { numRuns: 1500 },
  );
  expect(changed).toBeGreaterThan(500);
});

describe('a member that is no property', () => {
  it.each([
    [
      'a default',
      noteOf({ at: { ...NESTED, default: 'string' } }),
      noteOf({ at: { ...NESTED, $comment: 'default: "string"' } }),
    ],
    ['a default of the type', note({ default: 'Number' }), note({ $comment: 'default: "Number"' })],
    [
      'two scalars beside a comment',
      note({ $comment: 'mine', collation: 'de', sparse: true }),
      note({ $comment: 'mine; collation: "de"; sparse: true' }),
    ],
    ['a title', note({ title: 'A note' }), note({ description: 'A note' })],
    [
      'a title beside a description',
      note({ title: 'A', description: 'B' }),
      note({ description: 'B', $comment: 'title: "A"' }),
    ],
    [
      'a unique property',
      noteOf({ text: { ...TEXT_PROPERTY, unique: true } }),
      note({ indices: [{ name: 'text', properties: [{ text: 'asc' }], unique: true }] }),
    ],
    [
      'a unique property with an index',
      noteOf(
        { text: { ...TEXT_PROPERTY, unique: true } },
        { indices: [{ name: 'a', properties: [{ text: 'asc' }] }] },
      ),
      note({ indices: [{ name: 'a', properties: [{ text: 'asc' }], unique: true }] }),
    ],
    ['an optional property', noteOf({ text: { ...TEXT_PROPERTY, optional: true } }), note()],
  ])('is not moved into properties, and is kept: %s', (_, input, expected) => {
    expect(fix(input).value).toEqual(expected);
  });

  it.each<readonly [string, unknown]>([
    ['unique of a document type', { documents: note({ unique: true }) }],
    ['unique of a definition', { documents: note(), $defs: { place: { ...TEXT_PROPERTY, unique: true } } }],
    [
      'unique where an index says the contrary',
      noteOf(
        { text: { ...TEXT_PROPERTY, unique: true } },
        { indices: [{ name: 'a', properties: [{ text: 'asc' }], unique: false }] },
      ),
    ],
    ['that it is not optional', noteOf({ text: { ...TEXT_PROPERTY, optional: false } })],
    [
      'that it is optional, where it is required',
      noteOf({ text: { ...TEXT_PROPERTY, optional: true } }, { required: ['text'] }),
    ],
    [
      'that it is nullable, where it is required',
      noteOf({ text: { ...TEXT_PROPERTY, nullable: true } }, { required: ['text'] }),
    ],
    [
      'that it is not required, where it is',
      noteOf({ text: { ...TEXT_PROPERTY, required: false } }, { required: ['text'] }),
    ],
    [
      'required of a definition',
      { documents: note(), $defs: { place: { ...TEXT_PROPERTY, required: true } } },
    ],
  ])('is left to its author: %s', (_, input) => {
    expect(fix(input).value).toEqual(input);
  });

  it('is removed where required says it as well', () => {
    const required = { required: ['text'] };
    expect(fix(noteOf({ text: { ...TEXT_PROPERTY, optional: false } }, required)).value).toEqual(
      note(required),
    );
  });

  it('stays inside an index, which has no comments', () => {
    const input = note({ indices: [{ name: 'text', properties: [{ text: 'asc' }], collation: 'de' }] });
    expect(fix(input).value).toEqual(input);
  });

  it('keeps its large integers as an array of one schema', () => {
    const text = `{"note": {"type": "object", "properties": {"t": [{"type": "number", "max": 9007199254740993}]}}}`;
    expect(fixContract(text).text).toContain('[{"type": "number", "max": 9007199254740993}]');
  });
});

describe('a pattern that JavaScript rejects', () => {
  it.each([
    ['/^*a/', 'Remove the repetition behind'],
    ['[[:alpha:]]', '[A-Za-z]'],
    ['(?i)a', '[aA]'],
    [String.raw`\Aa`, 'Write "^" for'],
    ['(?P<n>a)', '(?<name>…)'],
  ])('%s has a fix that says what to write', (pattern, text) => {
    const { diagnostics } = validateContract(noteOf({ a: { ...TEXT_PROPERTY, pattern } }));
    const found = diagnostics.find(({ code }) => code === 'pattern-not-javascript');
    expect(found?.fix.text).toContain(text);
  });
});

const text = (position: number, others: object = {}) => ({
  type: 'string',
  maxLength: 60,
  position,
  ...others,
});
const typeOf = (members: object) => ({ note: { type: 'object', ...members, additionalProperties: false } });

describe('two fixes that write the same member', () => {
  const z = { name: 'z', properties: [{ b: 'asc' }] };
  const y = { name: 'y', properties: [{ a: 'asc' }] };

  it.each([
    [
      'a misspelled list of indices',
      typeOf({ indexes: [z], properties: { a: text(0, { unique: true }), b: text(1) } }),
    ],
    [
      'a misspelled list of required',
      typeOf({ requried: ['b'], properties: { a: text(0, { required: true }), b: text(1) } }),
    ],
    ['misspelled properties', typeOf({ propertys: { a: text(0), b: text(1) }, likes: 'Number' })],
    ['two misspelled lists', typeOf({ indexes: [z], indicies: [y], properties: { a: text(0), b: text(1) } })],
    [
      'two misspelled limits',
      typeOf({ properties: { a: { type: 'string', maxlength: 60, maxLenght: 50, position: 0 } } }),
    ],
  ])('are not applied at once: %s', (_, contract) => {
    const { text: fixed, verdict } = fix(contract);
    expect(verdict.diagnostics.map(({ code }) => code)).not.toContain('json-repeated-key');
    expect(fixed).toContain('"a"');
    expect(fixed.match(/"(?:z|b)"|60/g)).not.toBeNull();
  });

  it('keeps the index and the required property of the author', () => {
    const indices = fix(typeOf({ indexes: [z], properties: { a: text(0, { unique: true }), b: text(1) } }));
    expect(indices.value.note.indices).toEqual([z, { name: 'a', properties: [{ a: 'asc' }], unique: true }]);
    const required = fix(
      typeOf({ requried: ['b'], properties: { a: text(0, { required: true }), b: text(1) } }),
    );
    expect(required.value.note.required).toEqual(['b', 'a']);
  });
});

it('leaves a list of properties with integers as names to the author, as objects order them first', () => {
  const list = ['10', 'b', '2'].map((name) => ({ name, type: 'boolean' }));
  const { value } = fix({ note: { type: 'object', properties: list, additionalProperties: false } });
  expect(value.note.properties).toEqual(list);
});
