import { describe, expect, it } from 'vitest';
import {
  compareContracts,
  contractJsonSchema,
  validateContract,
  validateDocument,
  type ValidateContractOptions,
} from '../src/index.js';
import {
  conventions,
  contract,
  indexed,
  localized,
  note,
  noteOf,
  TEXT_PROPERTY,
  withToken,
} from '../src/rules/example.js';

const found = (input: unknown, options?: ValidateContractOptions) =>
  validateContract(input, options).diagnostics.map(({ code, at }) => `${code} ${at}`);

const fixes = (input: unknown, options?: ValidateContractOptions) =>
  validateContract(input, options).diagnostics.map(({ fix }) => fix.text);

const EMPTY_TYPE = {
  type: 'object',
  properties: { text: TEXT_PROPERTY },
  required: ['text'],
  additionalProperties: false,
};
const at = (position?: number) => ({
  type: 'string',
  maxLength: 63,
  ...(position === undefined ? {} : { position }),
});

const pattern = (text: string) => noteOf({ text: { ...TEXT_PROPERTY, pattern: text } });

/** Lists the placeholders: their number and their first text. */
const places = (body: unknown) => [...JSON.stringify(body).matchAll(/\$\{(\d+):([^}]*)\}/g)];

describe('validateContract', () => {
  it.each<readonly [title: string, input: unknown, diagnostics: readonly string[]]>([
    ['a type without a name', EMPTY_TYPE, ['document-type-not-object /type']],
    [
      'a misspelled position',
      noteOf({ text: { type: 'string', maxLength: 63, positon: 0 } }),
      ['property-keyword-unknown /note/properties/text/positon'],
    ],
    [
      'a misspelled length',
      noteOf({ text: { type: 'string', maxlength: 63, position: 0 } }),
      ['property-keyword-unknown /note/properties/text/maxlength'],
    ],
    [
      'a misspelled length of an indexed property',
      noteOf(
        { text: { type: 'string', maxlength: 63, position: 0, pattern: '^a$' } },
        { indices: [{ name: 'byText', properties: [{ text: 'asc' }] }] },
      ),
      ['property-keyword-unknown /note/properties/text/maxlength'],
    ],
    [
      'a misspelled additionalProperties',
      note({ additionalProperties: undefined, aditionalProperties: false }),
      ['document-type-keyword-unknown /note/aditionalProperties'],
    ],
    [
      'a misspelled list of an index',
      indexed({ name: 'byText', propertys: [{ text: 'asc' }] }),
      ['index-keyword-unknown /note/indices/0/propertys'],
    ],
    [
      'an array of texts',
      noteOf({ tags: { type: 'array', items: { type: 'string' }, position: 0 } }),
      ['property-keyword-unknown /note/properties/tags/items'],
    ],
    [
      'a misspelled owner',
      { ...contract(), ownerId: undefined, owner: contract()['ownerId'] },
      ['contract-identifier /owner'],
    ],
    [
      'a duplicate property',
      '{"note": {"type": "object", "properties": {"a": {"type": "string", "maxLength": 63, "position": 0}, "a": {"type": "string", "maxLength": 63, "position": 1}}, "additionalProperties": false}}',
      ['document-type-property-positions /note/properties/a'],
    ],
  ])('reports one error for %s', (_, input, diagnostics) => {
    expect(found(input)).toEqual(diagnostics);
    expect(validateContract(input).accepted).toBe(false);
  });

  it('reports all errors of a token', () => {
    const untagged = withToken({
      $formatVersion: undefined,
      conventions: conventions(localized({ singularForm: 'my coin' })),
    });
    expect(found(untagged)).toEqual([
      'token-shape /tokens/0',
      'token-name-character /tokens/0/conventions/localizations/en/singularForm',
    ]);
    const many = withToken({
      baseSupply: -5,
      conventions: { ...conventions({ localizations: {} }), decimals: 99 },
    });
    expect(found(many).toSorted()).toEqual([
      'token-decimals /tokens/0/conventions/decimals',
      'token-english-missing /tokens/0/conventions/localizations',
      'token-shape /tokens/0/baseSupply',
    ]);
  });

  it.each([{ decimals: 300 }, { decimals: -1 }, { localizations: [] }, { localizations: { en: 5 } }])(
    'reports a token that cannot be decoded once: %o',
    (members) => {
      expect(found(withToken({ conventions: conventions(members) }))).toHaveLength(1);
    },
  );

  it('reports a gap beside a property without a position', () => {
    const input = noteOf({ a: at(0), b: at(1), c: at(), d: at(5) });
    expect(found(input)).toEqual([
      'position-missing /note/properties/c',
      'document-type-property-positions /note/properties/d/position',
    ]);
    expect(fixes(input)[0]).toBe('Add "position": 2.');
    const whole = noteOf({ a: at(0), b: at(), c: at(2), d: at() });
    expect(fixes(whole)).toEqual(['Add "position": 1.', 'Add "position": 3.']);
  });

  it('names the properties that share a position', () => {
    const [diagnostic] = validateContract(noteOf({ a: at(0), b: at(0), c: at(1) })).diagnostics;
    expect(diagnostic).toMatchObject({
      at: '/note/properties/b/position',
      message: '"a" and "b" both have position 0; 2 is not used',
    });
    expect(validateContract(noteOf({ a: at(1) })).diagnostics).toMatchObject([
      {
        at: '/note/properties/a/position',
        message: 'position 0 is missing: positions must be 0..0 without gaps; "a" has 1',
      },
    ]);
  });

  it('points at the first position behind a gap', () => {
    expect(validateContract(noteOf({ a: at(4), b: at(0), c: at(2) })).diagnostics).toMatchObject([
      {
        at: '/note/properties/c/position',
        message: 'position 1 is missing: positions must be 0..2 without gaps; "c" has 2',
      },
    ]);
    expect(validateContract(noteOf({ a: at(7), b: at(0), c: at(5) })).diagnostics).toMatchObject([
      {
        at: '/note/properties/c/position',
        message: 'positions 1, 2 are missing: positions must be 0..2 without gaps; "c" has 5',
      },
    ]);
  });

  it('reports a unique index beside a contest that is not unique', () => {
    const contested = { resolution: 0, fieldMatches: [{ field: 'text', regexPattern: '^a$' }] };
    const input = note({
      documentsMutable: false,
      indices: [
        { name: 'byText', properties: [{ text: 'asc' }], contested },
        { name: 'byOwner', properties: [{ $ownerId: 'asc' }], unique: true },
      ],
    });
    expect(found(input)).toEqual([
      'contested-not-unique /note/indices/0/contested',
      'contested-with-unique /note/indices/1',
    ]);
  });
});

describe('a fix', () => {
  it.each<readonly [input: unknown, protocolVersion: number, fix: string]>([
    [contract({ $formatVersion: '1' }), 8, 'Write "0".'],
    [contract({ $formatVersion: undefined }), 13, 'Add "$formatVersion": "1".'],
    [contract({ config: { $formatVersion: '9' } }), 13, 'Write "1".'],
    [withToken({ conventions: { localizations: {} } }), 13, 'Add "$formatVersion": "0".'],
    [contract({ config: { $formatVersion: '1', readOnly: true } }), 13, 'Write "readonly".'],
    [pattern('^[a-z$'), 13, 'Close the class with "]", or write "\\\\[" for the character.'],
    [pattern('^(a$'), 13, 'Close the group with ")", or write "\\\\(" for the character.'],
    [pattern('^(?=a)$'), 13, 'Write the pattern without look-around.'],
    [
      noteOf(
        { o: { type: 'object', position: 0, properties: { r: at(0) }, additionalProperties: false } },
        { indices: [{ name: 'byO', properties: [{ o: 'asc' }] }] },
      ),
      13,
      'Index a property inside it: "o.r".',
    ],
    ['{"a": {} "b": {}}', 13, 'Add a comma before it.'],
    ['{"a": 1', 13, 'Add "}": the object of line 1 is not closed.'],
    ['{\n"a": [1', 13, 'Add "]": the array of line 2 is not closed.'],
    ['{"a": ', 13, 'Add "}": the object of line 1 is not closed.'],
    ['  ', 13, 'The file is empty: "dapikit init" writes one to start from.'],
    [noteOf({ text: { ...TEXT_PROPERTY, maxLength: '63' } }), 13, 'Write 63 without quotes.'],
    [
      noteOf({ text: { ...TEXT_PROPERTY, required: true } }),
      13,
      'Remove it, and name the property in "required" of the enclosing object.',
    ],
    [noteOf({ text: { ...TEXT_PROPERTY, format: 'datetime' } }), 13, 'Write "date-time".'],
    [note({ required: ['x'] }), 13, 'Correct the name, or define the property.'],
  ])('suits the case', (input, protocolVersion, fix) => {
    expect(fixes(input, { protocolVersion })).toContain(fix);
  });

  it('names the line if it is elsewhere', () => {
    const text = JSON.stringify(
      noteOf(
        { text: at(0), long: { ...at(1), maxLength: 90 } },
        { indices: [{ name: 'a', properties: [{ long: 'asc' }] }] },
      ),
      undefined,
      1,
    );
    const line = text.slice(0, text.indexOf('90')).split('\n').length;
    expect(fixes(text)).toEqual([
      `Lower the maxLength of "long" to 63 or less, or remove it from the index. See line ${line}.`,
    ]);
  });

  it.each([
    noteOf({ hash: { type: 'array', position: 0 } }),
    noteOf({ hash: { type: 'array', byteArray: false, position: 0 } }),
    noteOf(
      { text: { ...TEXT_PROPERTY, maxLength: 64 } },
      { indices: [{ name: 'a', properties: [{ text: 'asc' }] }] },
    ),
    noteOf({ tags: { type: 'array', items: {}, position: 0 } }),
    contract({ version: 2 }),
  ])('has no patch where the author must decide', (input) => {
    const { diagnostics } = validateContract(input);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.fix.patch).toBeUndefined();
  });
});

describe('the fix of a misspelled name', () => {
  const { maxLength, ...unbounded } = TEXT_PROPERTY;
  it.each([
    [
      'keyword',
      noteOf({ text: { ...unbounded, maxLenght: maxLength } }),
      [{ op: 'move', from: '/note/properties/text/maxLenght', path: '/note/properties/text/maxLength' }],
      'unknown keyword "maxLenght"; did you mean "maxLength"?',
    ],
    [
      'format',
      noteOf({ text: { ...TEXT_PROPERTY, format: 'datetime' } }),
      [{ op: 'replace', path: '/note/properties/text/format', value: 'date-time' }],
      'unknown format "datetime"; did you mean "date-time"?',
    ],
    [
      'type',
      noteOf({ text: { ...TEXT_PROPERTY, type: 'strng' } }),
      [{ op: 'replace', path: '/note/properties/text/type', value: 'string' }],
      'unknown type "strng"; did you mean "string"?',
    ],
    [
      'required property',
      note({ required: ['txt'] }),
      [{ op: 'replace', path: '/note/required/0', value: 'text' }],
      'unknown property "txt"; did you mean "text"?',
    ],
  ])('is a patch for a %s', (_, input, patch, message) => {
    const { diagnostics } = validateContract(input);
    const found = diagnostics.find(({ fix }) => fix.text.startsWith('Write "'));
    expect(found).toMatchObject({ message, fix: { patch } });
  });

  it('is to remove one of the two if the name is taken', () => {
    const { diagnostics } = validateContract(noteOf({ text: { ...TEXT_PROPERTY, maxLenght: 5 } }));
    expect(diagnostics.map(({ fix }) => fix)).toContainEqual({ text: 'Remove "maxLenght" or "maxLength".' });
  });
});

describe('an update to an earlier version', () => {
  it('suggests that the two are swapped', () => {
    const [diagnostic] = compareContracts(contract({ version: 3 }), contract({ version: 2 })).diagnostics;
    expect(diagnostic?.fix.text).toContain('swapped');
  });
});

describe('an unknown property in a document', () => {
  it('is reported with the type and a similar name', () => {
    const { diagnostics } = validateDocument(note(), 'note', { txt: 'a', $createdAt: 1 });
    expect(diagnostics.map(({ message, fix }) => [message, fix])).toEqual([
      [
        'unknown property "txt" of note; did you mean "text"?',
        { text: 'Write "text".', patch: [{ op: 'move', from: '/txt', path: '/text' }] },
      ],
      [expect.stringContaining('"$createdAt"'), { text: 'Omit the property from the data.' }],
    ]);
  });

  it('is not taken for a property that the document has', () => {
    const { diagnostics } = validateDocument(note(), 'note', { txt: 'a', text: 'b' });
    expect(diagnostics.map(({ fix }) => fix.patch)).toEqual([undefined]);
  });
});

describe('maxDiagnostics', () => {
  const hint = { type: 'string' };
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, position) => [`p${position}`, { ...hint, position }]),
  );

  it('prefers errors to hints, in the order of the input', () => {
    const input = noteOf({ ...properties, last: { type: 'text', position: 20 } }, { required: ['nowhere'] });
    const { diagnostics, truncated } = validateContract(input, { maxDiagnostics: 5 });
    expect(truncated).toBe(true);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['hint', 'hint', 'hint', 'error', 'error']);
  });

  it('limits the number of diagnostics, and says when there are more', () => {
    for (const maxDiagnostics of [1, 2, 21, 22, 23]) {
      const { diagnostics, truncated } = validateContract(
        noteOf({ ...properties, last: { type: 'text', position: 20 } }, { required: ['nowhere'] }),
        { maxDiagnostics },
      );
      expect(diagnostics).toHaveLength(Math.min(22, maxDiagnostics));
      expect(truncated).toBe(maxDiagnostics < 22 ? true : undefined);
    }
  });
});

describe('the snippets of an editor', () => {
  it('have one text for each place', () => {
    const walk = (value: unknown): unknown[] => {
      if (typeof value !== 'object' || value === null) return [];
      const own =
        'defaultSnippets' in value && Array.isArray(value.defaultSnippets) ? value.defaultSnippets : [];
      return [...own, ...Object.values(value).flatMap(walk)];
    };
    const bodies = walk(contractJsonSchema());
    expect(bodies.length).toBeGreaterThan(5);
    for (const body of bodies) {
      const texts = new Map<string, Set<string>>();
      for (const [, number = '', text = ''] of places(body))
        texts.set(number, (texts.get(number) ?? new Set()).add(text));
      for (const [number, all] of texts) expect([number, ...all]).toHaveLength(2);
    }
  });
});
