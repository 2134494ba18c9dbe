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
  TEXT,
  withToken,
} from '../src/rules/example.js';

const found = (input: unknown, options?: ValidateContractOptions) =>
  validateContract(input, options).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);

const mends = (input: unknown, options?: ValidateContractOptions) =>
  validateContract(input, options).diagnostics.map(({ mend }) => mend.text);

const EMPTY_TYPE = {
  type: 'object',
  properties: { text: TEXT },
  required: ['text'],
  additionalProperties: false,
};
const at = (position?: number) => ({
  type: 'string',
  maxLength: 63,
  ...(position === undefined ? {} : { position }),
});

const pattern = (text: string) => noteOf({ text: { ...TEXT, pattern: text } });

/** Every place to fill in: its number and what stands there at first. */
const places = (body: unknown) => [...JSON.stringify(body).matchAll(/\$\{(\d+):([^}]*)\}/g)];

describe('one mistake', () => {
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
      'a misspelled length of what is indexed',
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
      'a property that comes twice',
      '{"note": {"type": "object", "properties": {"a": {"type": "string", "maxLength": 63, "position": 0}, "a": {"type": "string", "maxLength": 63, "position": 1}}, "additionalProperties": false}}',
      ['document-type-property-positions /note/properties/a'],
    ],
  ])('gives one diagnostic: %s', (_, input, diagnostics) => {
    expect(found(input)).toEqual(diagnostics);
    expect(validateContract(input).accepted).toBe(false);
  });

  it('hides no other in a token', () => {
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
    'of a token that cannot be decoded is told once: %o',
    (members) => {
      expect(found(withToken({ conventions: conventions(members) }))).toHaveLength(1);
    },
  );

  it('hides no gap beside a property without a position', () => {
    const input = noteOf({ a: at(0), b: at(1), c: at(), d: at(5) });
    expect(found(input)).toEqual([
      'document-type-property-positions /note/properties',
      'position-missing /note/properties/c',
    ]);
    expect(mends(input)[1]).toBe('Add "position": 2.');
    const whole = noteOf({ a: at(0), b: at(), c: at(2), d: at() });
    expect(mends(whole)).toEqual(['Add "position": 1.', 'Add "position": 3.']);
  });

  it('names the properties that share a position', () => {
    const [diagnostic] = validateContract(noteOf({ a: at(0), b: at(0), c: at(1) })).diagnostics;
    expect(diagnostic).toMatchObject({
      pointer: '/note/properties/b/position',
      message: 'expected each position once, found 0 for both "a" and "b"; 2 is not used',
    });
    expect(validateContract(noteOf({ a: at(1) })).diagnostics).toMatchObject([
      { pointer: '/note/properties/a/position', message: 'expected position 0, found 1' },
    ]);
  });

  it('hides no unique index beside a contest that is not unique', () => {
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

describe('a mend', () => {
  it.each<readonly [input: unknown, protocolVersion: number, mend: string]>([
    [contract({ $formatVersion: '1' }), 8, 'Write "0".'],
    [contract({ $formatVersion: undefined }), 13, 'Add "$formatVersion": "1".'],
    [contract({ config: { $formatVersion: '9' } }), 13, 'Write "1".'],
    [withToken({ conventions: { localizations: {} } }), 13, 'Add "$formatVersion": "0".'],
    [
      contract({ config: { $formatVersion: '1', readOnly: true } }),
      13,
      'Write "readonly", if that is meant.',
    ],
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
    [noteOf({ text: { ...TEXT, maxLength: '63' } }), 13, 'Write 63 without quotes.'],
    [
      noteOf({ text: { ...TEXT, required: true } }),
      13,
      'Remove it, and name the property in "required" of what holds it.',
    ],
    [noteOf({ text: { ...TEXT, format: 'datetime' } }), 13, 'Write "date-time", if that is meant.'],
    [note({ required: ['x'] }), 13, 'Correct the name, or define the property.'],
  ])('fits the case', (input, protocolVersion, mend) => {
    expect(mends(input, { protocolVersion })).toContain(mend);
  });

  it('says the line where that is another one', () => {
    const text = JSON.stringify(
      noteOf(
        { text: at(0), long: { ...at(1), maxLength: 90 } },
        { indices: [{ name: 'a', properties: [{ long: 'asc' }] }] },
      ),
      undefined,
      1,
    );
    const line = text.slice(0, text.indexOf('90')).split('\n').length;
    expect(mends(text)).toEqual([
      `Lower the maxLength of "long" to 63 or less, or take it out of the index. It stands in line ${line}.`,
    ]);
  });

  it.each([
    noteOf({ hash: { type: 'array', position: 0 } }),
    noteOf({ hash: { type: 'array', byteArray: false, position: 0 } }),
    noteOf({ text: { ...TEXT, maxLength: 64 } }, { indices: [{ name: 'a', properties: [{ text: 'asc' }] }] }),
    noteOf({ tags: { type: 'array', items: {}, position: 0 } }),
    contract({ version: 2 }),
  ])('has no patch where the author decides', (input) => {
    const { diagnostics } = validateContract(input);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.mend.patch).toBeUndefined();
  });
});

describe('an update to an earlier version', () => {
  it('is told that the two may be swapped', () => {
    const [diagnostic] = compareContracts(contract({ version: 3 }), contract({ version: 2 })).diagnostics;
    expect(diagnostic?.mend.text).toContain('swapped');
  });
});

describe('an unknown property of a document', () => {
  it('is told with the type, and with the name that may be meant', () => {
    const { diagnostics } = validateDocument(note(), 'note', { txt: 'a', $createdAt: 1 });
    expect(diagnostics.map(({ message, mend }) => [message, mend.text])).toEqual([
      ['expected a property of note, found "txt", which is none', 'Write "text", if that is meant.'],
      [expect.stringContaining('"$createdAt"'), 'Leave the property out of the data.'],
    ]);
  });
});

describe('maxDiagnostics', () => {
  const hint = { type: 'string' };
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, position) => [`p${position}`, { ...hint, position }]),
  );

  it('keeps errors before hints, in the order of the input', () => {
    const input = noteOf({ ...properties, last: { type: 'text', position: 20 } }, { required: ['nowhere'] });
    const { diagnostics, truncated } = validateContract(input, { maxDiagnostics: 5 });
    expect(truncated).toBe(true);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['hint', 'hint', 'hint', 'error', 'error']);
  });

  it('never gives more, and says when there are', () => {
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
  it('fill in each place with one thing', () => {
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
