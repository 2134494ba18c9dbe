import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  explain,
  fixContract,
  formatContract,
  officialContract,
  RULE_CODES,
  validateContract,
} from '../src/index.js';
import { noteOf, textWith, withToken, note } from '../src/rules/example.js';

const folder = new URL('../../../fixtures/contracts/beginners/', import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** Files whose author must decide. */
const UNDECIDED: ReadonlySet<string> = new Set(['20-array-of-texts.json', '28-bare-type.json']);
const fixable = (text: string): number =>
  validateContract(text).diagnostics.filter(({ fix }) => fix.patch !== undefined).length;
const errorsOf = (text: string): string[] =>
  validateContract(text)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, at }) => `${code} ${at}`);

const flag = (rest: object) => ({ type: 'boolean', ...rest });

const TEXT = { type: 'string', maxLength: 20 };
const noteWith = (properties: object, members: object = {}) => ({
  note: { type: 'object', properties, additionalProperties: false, ...members },
});

describe('fixContract', () => {
  it.each(files)('makes a contract of $name that the network accepts', ({ name, text }) => {
    const { verdict, text: fixed, applied } = fixContract(text);
    expect(verdict.accepted).toBe(!UNDECIDED.has(name));
    expect(verdict).toEqual(validateContract(fixed));
    expect(fixContract(fixed)).toMatchObject({ text: fixed, applied: [] });
    expect(applied.length > 0).toBe(text !== fixed);
  });

  it('covers forty files', () => {
    expect(files).toHaveLength(40);
  });

  it('applies the fixes that need no decision, and keeps the rest of the text', () => {
    const example = new URL('../../studio/src/contract/examples/guestbook-with-errors.json', import.meta.url);
    const text = readFileSync(example, 'utf8');
    const fixed = fixContract(text).text;
    expect(fixed).toBe(
      text
        .replace('"position": 3', '"position": 2')
        .replace('maxLenght', 'maxLength')
        .replace('mesage', 'message')
        .replace('"desc" }] }]\n', '"asc" }] }],\n    "additionalProperties": false\n'),
    );
    expect(fixable(fixed)).toBe(0);
  });

  it.each([
    [
      'writes the target of a repeated reference in its place',
      {
        $defs: { name: TEXT },
        documents: noteWith({
          a: { $ref: '#/$defs/name', position: 0 },
          b: { $ref: '#/$defs/name', position: 1 },
        }),
      },
      { documents: { note: { properties: { b: { ...TEXT, position: 1 } } } } },
    ],
    [
      'writes the format of a number into a comment',
      noteWith({ a: { type: 'integer', format: 'int32', position: 0 } }),
      noteWith({ a: { type: 'integer', position: 0, $comment: 'format: "int32"' } }),
    ],
    [
      'reads false as no restriction',
      noteWith({ a: { ...TEXT, position: 0 } }, { creationRestrictionMode: false }),
      { note: { creationRestrictionMode: 0 } },
    ],
    [
      'removes an index of $id alone',
      noteWith(
        { a: { ...TEXT, position: 0 } },
        {
          indices: [
            { name: 'id', properties: [{ $id: 'asc' }] },
            { name: 'a', properties: [{ a: 'asc' }] },
          ],
        },
      ),
      { note: { indices: [{ name: 'a', properties: [{ a: 'asc' }] }] } },
    ],
    [
      'makes an index of the name of a property',
      noteWith({ a: { ...TEXT, position: 0 } }, { indices: ['a'] }),
      { note: { indices: [{ name: 'a', properties: [{ a: 'asc' }] }] } },
    ],
    [
      'writes the model that an ObjectId of Mongoose refers to into a comment',
      { User: { name: { type: 'String' }, friend: { type: 'ObjectId', ref: 'User' } } },
      {
        User: {
          properties: {
            name: { type: 'string' },
            friend: {
              byteArray: true,
              contentMediaType: 'application/x.dash.dpp.identifier',
              $comment: 'ref: "User"',
            },
          },
        },
      },
    ],
  ])('%s', (_, contract, expected) => {
    const { verdict, text: fixed } = fixContract(JSON.stringify(contract));
    expect(verdict.accepted).toBe(true);
    expect(JSON.parse(fixed)).toMatchObject(expected);
  });

  it.each(['int32', 'date'])('adds no maxLength to a number for its format %s', (format) => {
    const property = { type: 'integer', position: 0 };
    const { text: fixed } = fixContract(JSON.stringify(noteWith({ a: { ...property, format } })));
    expect(JSON.parse(fixed)).toEqual(noteWith({ a: { ...property, $comment: `format: "${format}"` } }));
  });

  it.each([
    ['writes', 'is small', '{"type": "integer", "maximum": 7}'],
    ['leaves', 'has numbers that would be rounded', '{"type": "integer", "maximum": 9007199254740993}'],
    ['leaves', 'makes the contract too large', JSON.stringify({ ...TEXT, description: 'x'.repeat(500) })],
  ])('%s repeated references whose target %s', (expected, _, target) => {
    const names = Array.from({ length: 50 }, (__, at) => `p${at}`);
    const properties = names.map((name, position) => [name, { $ref: '#/$defs/d', position }]);
    const documents = JSON.stringify(noteWith(Object.fromEntries(properties)));
    const { text: fixed } = fixContract(`{"documents": ${documents}, "$defs": {"d": ${target}}}`);
    expect(fixed.split('"$ref"').length - 1).toBe(expected === 'writes' ? 1 : names.length);
  });

  it('writes the target of a definition that has a reference of its own', () => {
    const $ref = '#/$defs/outer';
    const contract = {
      $defs: { outer: { $ref: '#/$defs/inner' }, inner: TEXT },
      documents: noteWith({ a: { $ref, position: 0 }, b: { $ref, position: 1 } }),
    };
    const { verdict, text: fixed } = fixContract(JSON.stringify(contract));
    expect(verdict.accepted).toBe(true);
    expect(JSON.parse(fixed)).toMatchObject({
      $defs: { outer: TEXT },
      documents: { note: { properties: { a: { $ref }, b: { ...TEXT, position: 1 } } } },
    });
  });

  const wrong = RULE_CODES.map((code) => explain(code)).filter((page) => page?.input === 'contract');
  it.each(wrong.map((page) => [page!.code, page!.wrong] as const))(
    'ends for the errors of %s',
    (_, input) => {
      const text = typeof input === 'string' ? input : JSON.stringify(input, undefined, 2);
      expect(fixable(fixContract(text).text)).toBeLessThanOrEqual(fixable(text));
    },
  );

  it('corrects keywords of a document type where other members are allowed', () => {
    const { properties, additionalProperties, ...type } = noteWith({ a: { ...TEXT, position: 0 } }).note;
    const contract = { note: { ...type, propertys: properties, additionalPropertys: additionalProperties } };
    const { verdict, text: fixed } = fixContract(JSON.stringify(contract), { protocolVersion: 11 });
    expect(JSON.parse(fixed)).toEqual({ note: { ...type, properties, additionalProperties } });
    expect(verdict.accepted).toBe(true);
  });

  const SCORES = {
    score: { type: 'integer', minimum: 0, maximum: 100, position: 0 },
    scores: { type: 'integer', minimum: 0, maximum: 100, position: 1 },
  };
  const summing = (members: object, index: object): string =>
    JSON.stringify(
      noteOf(SCORES, {
        required: ['score', 'scores'],
        indices: [{ name: 'byScore', properties: [{ score: 'asc' }], ...index }],
        ...members,
      }),
    );
  it.each<readonly [string, string]>([
    ['of an index', summing({}, { summable: 'score', averageable: 'scores' })],
    ['of a document type', summing({ documentsSummable: 'score', documentsAverageable: 'scores' }, {})],
  ])('leaves it to the author which of two properties the aggregates %s are of', (_, text) => {
    expect(fixContract(text).text).toBe(text);
  });

  it.each<readonly [string, object, object]>([
    ['summable', {}, { summable: 'scroe', averageable: 'score' }],
    ['averageable', {}, { summable: 'score', averageable: 'scroe' }],
    ['documentsSummable', { documentsSummable: 'scroe', documentsAverageable: 'score' }, {}],
    ['documentsAverageable', { documentsSummable: 'score', documentsAverageable: 'scroe' }, {}],
  ])('corrects a misspelled %s by the other aggregate', (_, members, index) => {
    const text = summing(members, index);
    expect(fixContract(text).text).toBe(text.replace('scroe', 'score'));
  });

  it('leaves a text that is no JSON', () => {
    expect(fixContract('{"note": ')).toMatchObject({ text: '{"note": ', applied: [] });
  });
});

interface FirstContract {
  readonly what: string;
  readonly contract: unknown;
  readonly fixed: unknown;
  readonly accepted: boolean;
}

describe('a first contract with several errors', () => {
  const file = new URL('../../../fixtures/contracts/first-contracts.jsonl', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): FirstContract => JSON.parse(line));

  it.each(rows)('becomes what its author means: $what', ({ contract, fixed, accepted }) => {
    const result = fixContract(JSON.stringify(contract, undefined, 2));
    expect(JSON.parse(result.text)).toEqual(fixed);
    expect(result.verdict.accepted).toBe(accepted);
    expect(validateContract(contract).accepted).toBe(false);
  });

  it('is accepted in the end, but for one whose author must decide', () => {
    expect(rows).toHaveLength(24);
    expect(rows.filter(({ accepted }) => !accepted).map(({ what }) => what)).toEqual(['a list of texts']);
  });
});

describe('a file in another schema language', () => {
  it.each([
    ['05-draft-07-definitions.json', 'JSON Schema before draft 2019-09'],
    ['06-openapi.json', 'OpenAPI'],
    ['07-mongoose.json', 'Mongoose'],
    ['27-mongodb-json-schema.json', 'MongoDB'],
    ['38-mongoose-arrow.json', 'Mongoose'],
  ])('%s is explained as %s, by one error', (name, language) => {
    const { text } = files.find((file) => file.name === name)!;
    const { diagnostics } = validateContract(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(['foreign-schema']);
    expect(diagnostics[0]?.message).toContain(`the file is written as ${language}: `);
  });

  it('keeps what a Mongoose schema says', () => {
    const paths = {
      email: { type: 'String', required: true, unique: true, maxlength: 40 },
      owner: { type: 'ObjectId' },
      age: { type: 'Number', min: 0, max: 150 },
    };
    expect(
      JSON.parse(fixContract(JSON.stringify({ user: { schema: paths, timestamps: true } })).text),
    ).toEqual({
      user: {
        type: 'object',
        properties: {
          email: { type: 'string', maxLength: 40, position: 0 },
          owner: {
            type: 'array',
            byteArray: true,
            minItems: 32,
            maxItems: 32,
            contentMediaType: 'application/x.dash.dpp.identifier',
            position: 1,
          },
          age: { type: 'number', minimum: 0, maximum: 150, position: 2 },
        },
        required: ['email', '$createdAt', '$updatedAt'],
        indices: [{ name: 'email', properties: [{ email: 'asc' }], unique: true }],
        additionalProperties: false,
      },
    });
  });

  it.each([
    ['a contract with a type named openapi', { openapi: note()['note'] }],
    ['a contract with definitions that nothing refers to', { documents: note(), definitions: {} }],
    ['a contract with a token', { ...withToken(), openapi: '3.0.0' }],
  ])('is not recognised in %s', (_, input) => {
    const { accepted, diagnostics } = validateContract(input);
    expect(accepted).toBe(true);
    expect(diagnostics.map(({ code }) => code)).not.toContain('foreign-schema');
  });
});

describe('one error per cause', () => {
  const identifier = 'application/x.dash.dpp.identifier';
  it.each<readonly [string, unknown, readonly string[]]>([
    [
      'an identifier as text',
      noteOf({ to: { type: 'string', contentMediaType: identifier, position: 0 } }),
      ['identifier-shape /note/properties/to/type'],
    ],
    [
      'an indexed identifier as text',
      noteOf(
        { to: { type: 'string', maxLength: 90, contentMediaType: identifier, position: 0 } },
        { indices: [{ name: 'byTo', properties: [{ to: 'asc' }] }] },
      ),
      ['identifier-shape /note/properties/to/type'],
    ],
    [
      'a contest as true',
      note({ indices: [{ name: 'byText', properties: [{ text: 'asc' }], contested: true }] }),
      ['contested-shape /note/indices/0/contested'],
    ],
    [
      'a token cost as a number',
      { ...withToken(), documentSchemas: note({ tokenCost: { create: 5 } }) },
      ['token-cost-shape /documentSchemas/note/tokenCost/create'],
    ],
    [
      'a misspelled member of a token cost',
      { ...withToken(), documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amout: 5 } } }) },
      ['token-cost-shape /documentSchemas/note/tokenCost/create/amout'],
    ],
  ])('is reported for %s', (_, input, errors) => {
    const text = JSON.stringify(input);
    expect(errorsOf(text)).toEqual(errors);
    expect(validateContract(input).diagnostics).toHaveLength(1);
    expect(fixContract(text).verdict.ok).toBe(true);
  });

  it('names the value that an enum repeats', () => {
    const [found] = validateContract(textWith({ enum: ['open', 'done', 'open'] })).diagnostics;
    expect(found?.message).toContain('"open" is repeated');
  });

  it('never offers a patch that changes nothing', () => {
    const input = noteOf({ a: flag({ position: 1 }), b: flag({ position: 4 }), c: flag({ Position: 0 }) });
    for (const { fix } of validateContract(input).diagnostics) expect(fix.patch).not.toEqual([]);
  });
});

describe('trailing commas', () => {
  const text = `{
  "note": {
    "type": "object",
    "propertys": { "text": { "type": "string", "maxLength": 63, }, },
  },
}
`;

  it('hide no other error', () => {
    const { ok, accepted, diagnostics } = validateContract(text);
    expect([ok, accepted]).toEqual([false, false]);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes.filter((code) => code === 'json-trailing-comma')).toHaveLength(4);
    const without = text.replaceAll(/,(?=\s*\})/g, '');
    expect(codes.filter((code) => code !== 'json-trailing-comma')).toEqual(
      validateContract(without).diagnostics.map(({ code }) => code),
    );
  });

  it('are located and removed, with the other fixes', () => {
    const first = validateContract(text).diagnostics.find(({ code }) => code === 'json-trailing-comma');
    expect(first?.range && text.slice(first.range.start.offset, first.range.end.offset)).toBe(',');
    const fixed = fixContract(text);
    expect(fixed.verdict.ok).toBe(true);
    expect(JSON.parse(fixed.text).note.properties).toEqual({
      text: { type: 'string', maxLength: 63, position: 0 },
    });
    expect(fixed.applied.filter(({ code }) => code === 'json-trailing-comma')).toHaveLength(4);
  });

  it('hide no error with few diagnostics, and are rejected where JSON is wanted', () => {
    expect(validateContract('{"note": {},}', { maxDiagnostics: 1 }).ok).toBe(false);
    expect(validateContract('[1,]').diagnostics.map(({ code }) => code)).toEqual([
      'contract-not-object',
      'json-trailing-comma',
    ]);
    expect(formatContract(text)).toMatchObject({ diagnostics: [{ code: 'json-syntax' }] });
    expect(officialContract(text, { id: 'a', ownerId: 'b', version: 1 })).toBeUndefined();
  });
});
