import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explain, fixContract, RULE_CODES, validateContract, type Diagnostic } from '../src/index.js';
import { note, noteOf, TEXT_PROPERTY } from '../src/rules/example.js';

const fixtures = new URL('../../../fixtures/contracts/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, fixtures), 'utf8');
const filesOf = (folder: string): (readonly [string, string])[] =>
  readdirSync(new URL(folder, fixtures))
    .filter((name) => name.endsWith('.json') && name !== 'index.json')
    .map((name) => [name, read(folder + name)]);
const linesOf = (name: string) =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

interface CorpusCase {
  readonly id: string;
  readonly schemas: object;
  readonly defs?: object;
}
const wholeOf = ({ schemas, defs }: Pick<CorpusCase, 'schemas' | 'defs'>): string =>
  JSON.stringify(defs === undefined ? schemas : { documents: schemas, $defs: defs });

/** Keywords and values that have no effect on some types, or fit none. */
const OF_ONE_TYPE: readonly object[] = [
  {},
  { minimum: 0 },
  { maximum: 9, multipleOf: 2 },
  { minLength: 1 },
  { pattern: '^a$' },
  { minItems: 32, maxItems: 32 },
  { byteArray: true, minItems: 32, maxItems: 32 },
  { byteArray: true, contentMediaType: 'application/x.dash.dpp.identifier' },
  { minProperties: 1 },
  { properties: { city: { type: 'string', maxLength: 63, position: 0 } }, additionalProperties: false },
  { enum: ['a', 'b'] },
  { const: 5 },
  { minimum: 0, minLength: 1 },
  { minimum: 0, byteArray: true },
];
const LISTED_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'].flatMap((type) => [
  [type],
  [type, 'null'],
]);
const TYPE_LISTS = LISTED_TYPES.flatMap((type) =>
  OF_ONE_TYPE.map((members) => ({ type, maxLength: undefined, ...members })),
);

/** Members of other schema languages, and misspelled ones, with values of each kind. */
const FOREIGN: readonly object[] = [
  ...[false, true, 0, 5, '', 'x', null, [], ['x'], {}, { a: 1 }].flatMap((value) =>
    [
      'default',
      'title',
      'trim',
      'sparse',
      'enabled',
      'deprecated',
      'example',
      'ref',
      'validate',
      'max',
      'min',
    ].map((name) => ({ [name]: value })),
  ),
  ...[
    'String',
    'ObjectId',
    'Number',
    'Date',
    'Buffer',
    'float',
    'int32',
    'object',
    'OBJECT',
    'id',
    'uuid',
    'null',
  ].map((type) => ({ type })),
  ...[['string'], ['object'], ['string', 'null'], ['String'], [{ type: 'String' }], 'array'].map((type) => ({
    type,
  })),
  ...['email', 'uuid', 'date', 'date-time', 'ipv6', 'int64', 'uri', 'Email'].flatMap((format) => [
    { format },
    { format, maxLength: undefined },
    { format, maxLength: undefined, unique: true },
    { format, maxLength: undefined, type: 'integer' },
  ]),
  { pattern: '^a*$', maxLength: undefined, minLength: 100 },
  ...[{ unique: true }, { index: true }, { indexed: true }, { index: true, unique: [true, 'taken'] }].flatMap(
    (index) => [
      { maxLength: 100, ...index },
      { maxlength: 100, maxLength: undefined, ...index },
      { type: 'Buffer', maxLength: undefined, ...index },
      { type: 'array', byteArray: true, maxLength: undefined, ...index },
      { type: 'ObjectId', ref: 'User', maxLength: undefined, ...index },
      { type: ['String'], maxLength: undefined, ...index },
    ],
  ),
  ...TYPE_LISTS,
  { required: [true, 'is needed'] },
  { maxlength: [20, 'is too long'] },
  { min: '2020-01-01', type: 'Date' },
  { maxLength: undefined, enum: ['x'.repeat(70)] },
  { type: 'ObjectId', ref: 'User', maxLength: undefined },
  { type: 'ObjectId', ref: '#/$defs/word', maxLength: undefined },
  { contentMediaType: 'application/x.dash.dpp.identifier', pattern: '^a+$' },
  { items: { type: 'string' } },
  { type: 'array', items: { type: 'string' } },
  { minContains: 1 },
  { maxContains: 0, contains: {} },
  { byteArrays: true },
  { regex: '^a$' },
  { regex: { a: 1 } },
  { required: true },
  { required: 'x' },
  { required: ['x'] },
  { index: true },
  { indexed: true },
  { optional: true },
  { nullable: true },
  { meta: { votes: { type: 'Number' } } },
];

const bare = (place: unknown) => noteOf({ text: TEXT_PROPERTY, place: Object(place) });
const INDICES = [{ name: 'byText', properties: [{ text: 'asc' }] }];

/** Puts foreign members into each place of a contract. */
const PLACES: ReadonlyMap<string, (members: object) => unknown> = new Map([
  ['a property', (members) => noteOf({ text: { ...TEXT_PROPERTY, ...members } })],
  [
    'a required property',
    (members) => noteOf({ text: { ...TEXT_PROPERTY, ...members } }, { required: ['text'] }),
  ],
  [
    'an indexed property',
    (members) => noteOf({ text: { ...TEXT_PROPERTY, ...members } }, { indices: INDICES }),
  ],
  [
    'a property of a misspelled index',
    (members) =>
      noteOf(
        { text: { ...TEXT_PROPERTY, ...members } },
        { indexes: [{ name: 'byText', properties: [{ txet: 'asc' }] }] },
      ),
  ],
  [
    'a property outside of properties',
    (members) => note({ other: { ...TEXT_PROPERTY, position: undefined, ...members } }),
  ],
  [
    'a property of an object',
    (members) =>
      bare({
        type: 'object',
        properties: { city: { ...TEXT_PROPERTY, ...members } },
        additionalProperties: false,
        position: 1,
      }),
  ],
  [
    'an object',
    (members) =>
      bare({
        ...members,
        type: 'object',
        properties: { city: TEXT_PROPERTY },
        additionalProperties: false,
        position: 1,
      }),
  ],
  ['a document type', (members) => note({ ...members, type: 'object' })],
  ['an index', (members) => note({ indices: INDICES.map((index) => ({ ...index, ...members })) })],
  [
    'a definition',
    (members) => ({
      $defs: { word: { ...TEXT_PROPERTY, position: undefined, ...members } },
      documents: noteOf({ text: { $ref: '#/$defs/word', position: 0 } }, { indices: INDICES }),
    }),
  ],
  [
    'a Mongoose path',
    (members) => ({ note: { text: { type: 'String', ...members }, likes: { type: 'Number' } } }),
  ],
  [
    'a Mongoose path with an index',
    (members) => ({ note: { text: { type: 'String', index: true, ...members } } }),
  ],
  [
    'a MongoDB property',
    (members) => ({ note: { bsonType: 'object', properties: { text: { bsonType: 'string', ...members } } } }),
  ],
  [
    'an OpenAPI schema',
    (members) => ({
      openapi: '3.0.0',
      info: { title: 'Notes' },
      components: {
        schemas: { note: { type: 'object', properties: { text: { type: 'string', ...members } } } },
      },
    }),
  ],
]);

const inputs: readonly (readonly [string, string])[] = [
  ...filesOf('beginners/'),
  ...filesOf('real/').map(([name, text]) => {
    const content = JSON.parse(text);
    return [name, 'schemas' in content ? wholeOf(content) : text] as const;
  }),
  ...linesOf('first-contracts.jsonl').map(({ what, contract }) => [what, JSON.stringify(contract)] as const),
  ...linesOf('corpus.jsonl').map((entry: CorpusCase) => [entry.id, wholeOf(entry)] as const),
  ...RULE_CODES.map((code) => explain(code)).flatMap((page) =>
    page?.input === 'contract'
      ? [[page.code, typeof page.wrong === 'string' ? page.wrong : JSON.stringify(page.wrong)] as const]
      : [],
  ),
];
const variants = [...PLACES].flatMap(([place, put]) =>
  FOREIGN.map((members) => [`${JSON.stringify(members)} in ${place}`, JSON.stringify(put(members))] as const),
);

/** Lists rules whose error hides others: no other rule runs, or none about what an index contains. */
const HIDING: ReadonlySet<string> = new Set([
  'foreign-schema',
  'json-syntax',
  'json-not-object',
  'index-properties',
  'index-property-unknown',
]);
/**
 * Lists rules that report what the author wrote and another error hid: a reference that was repeated or had another form, and lints about
 * values that could not be read.
 */
const REVEALED: ReadonlySet<string> = new Set([
  'reference-disabled',
  'contract-member-unknown',
  'index-order-flips',
  'index-values-missing',
  'integer-unsigned',
  'mutable-receipt',
  'text-not-indexable',
]);

type Members = { readonly [name: string]: unknown };
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* membersOf(value: unknown): Generator<readonly [string, unknown]> {
  for (const [name, inner] of Object.entries(Object(value))) {
    if (isMembers(value)) yield [name, inner];
    if (typeof inner === 'object') yield* membersOf(inner);
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the errors of rules that reported nothing before the fixes, and that are not about values of the author. */
function newErrors(text: string, fixed: ReturnType<typeof fixContract>): string[] {
  const { diagnostics } = validateContract(text);
  const before = new Set(diagnostics.map(({ code }) => code));
  const names = new Set([...membersOf(parse(text))].map(([name]) => name));
  const isHidden = diagnostics.some(
    ({ code, message }) => HIDING.has(code) || message.includes('it describes a property'),
  );
  const isOfAuthor = ({ at }: Diagnostic): boolean => {
    const name = at.slice(at.lastIndexOf('/') + 1);
    return isHidden && (names.has(name) || /^\d*$/.test(name));
  };
  const ownLimit =
    /"(?:indices|indexes)"/.test(text) && /"(?:minLength|maxlength|maxLength)": ?100|x{70}/.test(text);
  const isOwnIndex = ({ code }: Diagnostic): boolean => ownLimit && code === 'index-text-length';
  // An index of an object, which its list of types hid.
  const saysObject = /"type": ?\["object"/.test(text);
  const isOwnObject = ({ code, message }: Diagnostic): boolean =>
    saysObject && code === 'index-property-unknown' && message.endsWith('objects cannot be indexed');
  return fixed.verdict.diagnostics
    .filter((found) => !isOwnIndex(found) && !isOwnObject(found))
    .filter((found) => !before.has(found.code) && !REVEALED.has(found.code) && !isOfAuthor(found))
    .map(({ code, at, message }) => `${code} at ${at}: ${message}`);
}

/** Lists members that become those of another name or place in a contract: what they contain survives. */
const TRANSLATED: ReadonlySet<string> = new Set(
  [
    'schema timestamps min max minlength maxlength index unique indexed required',
    'bsonType $jsonSchema validator components schemas definitions',
    'oneOf const length size title $ref minLength maxLength',
  ].flatMap((names) => names.split(' ')),
);
/** Returns whether a member says nothing that a contract without it does not say. */
const saysNothing = (name: string, value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0) ||
  ['$schema', 'optional', 'nullable', 'createdAt', '$id'].includes(name) ||
  (value === false && ['unique', 'indexed', 'contested'].includes(name));

const countOf = (names: readonly string[], name: string): number =>
  names.filter((other) => other === name).length;

/** Returns the members of the author that are neither in the fixed file, nor in a `$comment`, nor renamed. */
function lostMembers(text: string, { text: fixed, applied }: ReturnType<typeof fixContract>): string[] {
  const before = [...membersOf(parse(text))];
  const after = [...membersOf(JSON.parse(fixed))];
  const comments = after.flatMap(([name, value]) => (name === '$comment' ? String(value) : [])).join('\n');
  const moved = applied.flatMap(({ fix }) =>
    (fix.patch ?? []).flatMap(({ op, from = '' }: { op: string; from?: string }) =>
      op === 'move' ? from.slice(from.lastIndexOf('/') + 1) : [],
    ),
  );
  const hasIdIndex = applied.some(({ code }) => code === 'index-over-id');
  const names = after.map(([name]) => name);
  // An index names a property of an object by dots.
  const dotted = before.map(([name]) => name).filter((name) => names.includes(name.replaceAll('/', '.')));
  return [
    ...new Set(before.filter(([name, value]) => !saysNothing(name, value)).map(([name]) => name)),
  ].filter(
    (name) =>
      !TRANSLATED.has(name) &&
      !hasIdIndex &&
      countOf(names, name) + countOf(moved, name) + countOf(dotted, name) + comments.split(name).length - 1 <
        before.filter(([other, value]) => other === name && !saysNothing(name, value)).length,
  );
}

describe.each([
  ['the corpora', inputs],
  ['members of other languages in each place', variants],
])('all fixes of %s, until nothing changes,', (_, texts) => {
  const results = texts.flatMap(([title, text]) => {
    const fixed = fixContract(text);
    return fixed.applied.length === 0 ? [] : [{ title, text, fixed }];
  });

  it('write nothing that another rule rejects', () => {
    const wrong = results.flatMap(({ title, text, fixed }) =>
      newErrors(text, fixed).map((found) => `${title}: ${found}`),
    );
    expect(wrong).toEqual([]);
    expect(results.length).toBeGreaterThan(250);
  });

  it('lose no member of the author', () => {
    const lost = results.flatMap(({ title, text, fixed }) =>
      lostMembers(text, fixed).map((name) => `${title}: ${name}`),
    );
    expect(lost).toEqual([]);
  });
});

/** Lists the property with each type that the fix suggests, without the keywords that it suggests to remove. */
function followAdvice(property: object, fix: string): object[] {
  const types = /^Write ("[a-z]+"(?: or "[a-z]+")*)/.exec(fix)?.[1]?.split(' or ') ?? [];
  const [, removed = ''] = /remove what does not belong to it: (.*?) ha(?:s|ve) no effect/.exec(fix) ?? [];
  const kept = Object.entries(property).filter(([name]) => !removed.includes(`"${name}"`));
  return types.map((type) => ({ ...Object.fromEntries(kept), type: JSON.parse(type) as unknown }));
}

describe('the advice for a list of types', () => {
  it('leads to a property of one type whose keywords have an effect', () => {
    const reported = TYPE_LISTS.flatMap((members) => {
      const property = { ...members, position: 0 };
      const found = validateContract(noteOf({ text: property })).diagnostics.find(
        ({ code }) => code === 'property-type',
      );
      return followAdvice(property, found?.fix.text ?? '').flatMap((advised) =>
        validateContract(noteOf({ text: advised }))
          .diagnostics.filter(({ code }) =>
            ['property-type', 'keyword-of-other-type', 'choice-never-matches', 'byte-array-type'].includes(
              code,
            ),
          )
          .map(({ message }) => `${JSON.stringify(property)}: ${found?.fix.text} ${message}`),
      );
    });
    expect(reported).toEqual([]);
  });

  it.each([
    [
      { type: ['object'], minimum: 0 },
      'Write "number" or "integer": "minimum" has no effect on type "object".',
    ],
    [{ type: ['integer'], maxLength: 5 }, 'Write "string": "maxLength" has no effect on type "integer".'],
    [{ type: ['object'] }, 'Write "object", and what the object has into "properties".'],
    [
      { type: ['string'], minimum: 0, maxLength: 5 },
      'Write "string", and remove what does not belong to it: "minimum" has no effect on type "string".',
    ],
    [
      { type: 'ObjectId', minimum: 0 },
      'Write "type": "array", "byteArray": true, "minItems": 32, "maxItems": 32, "contentMediaType": "application/x.dash.dpp.identifier". Remove "minimum": no effect on type "array".',
    ],
  ])('names a type that fits %j', (property, fix) => {
    const { diagnostics } = validateContract(noteOf({ text: { ...property, position: 0 } }));
    expect(diagnostics.map((found) => found.fix.text)).toContain(fix);
  });
});

const indexed = (property: object) =>
  noteOf({ text: { type: 'string', position: 0, ...property } }, { indices: INDICES });

describe('the fix', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['63 of an indexed email', indexed({ format: 'email' }), indexed({ format: 'email', maxLength: 63 })],
    ['10 of an indexed date', indexed({ format: 'date' }), indexed({ format: 'date', maxLength: 10 })],
    ['36 of an indexed uuid', indexed({ format: 'uuid' }), indexed({ format: 'uuid', maxLength: 36 })],
    [
      '5120 of another email',
      noteOf({ text: { type: 'string', format: 'email', position: 0 } }),
      noteOf({ text: { type: 'string', format: 'email', position: 0, maxLength: 5120 } }),
    ],
  ])('writes the maxLength %s', (_, input, expected) => {
    expect(JSON.parse(fixContract(JSON.stringify(input)).text)).toEqual(expected);
  });

  it.each([false, true, 0, '', 'draft'])('keeps the default %j in a comment', (value) => {
    const input = noteOf({ text: { ...TEXT_PROPERTY, default: value } });
    const $comment = `default: ${JSON.stringify(value)}`;
    expect(JSON.parse(fixContract(JSON.stringify(input)).text)).toEqual(
      noteOf({ text: { ...TEXT_PROPERTY, $comment } }),
    );
  });
});
