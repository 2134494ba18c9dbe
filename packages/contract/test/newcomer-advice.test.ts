import { describe, expect, it } from 'vitest';
import { compareContracts, fixContract, validateContract } from '../src/index.js';
import {
  contract,
  EXAMPLE_OWNER_ID,
  note,
  noteOf,
  TEXT_PROPERTY,
  textWith,
  withToken,
} from '../src/rules/example.js';

const find = (input: unknown, code: string) =>
  validateContract(input).diagnostics.filter((diagnostic) => diagnostic.code === code);
const fix = (input: unknown) => JSON.parse(fixContract(JSON.stringify(input)).text);

describe('names of the specification beside $formatVersion', () => {
  it.each([
    ['documents', 'documentSchemas', 'contract-documents-missing'],
    ['$id', 'id', 'contract-identifier'],
  ])('%s becomes %s', (older, name, code) => {
    const { [name]: value, ...others } = contract();
    const input = { ...others, [older]: value };
    const [found] = find(input, code);
    expect(found).toMatchObject({ at: `/${older}`, fix: { text: `Rename "${older}" to "${name}".` } });
    expect(fix(input)).toEqual(contract());
  });
});

it('a contract of format "0" without config is rejected from protocol 12 on, and the fix adds the config', () => {
  const input = contract({ $formatVersion: '0' });
  expect(validateContract(input, { protocolVersion: 11 }).accepted).toBe(true);
  expect(find(input, 'config-format-old')).toMatchObject([
    { severity: 'error', at: '/$formatVersion', official: { code: 40002 } },
  ]);
  expect(fix(input)).toEqual({ ...input, config: { $formatVersion: '1' } });
});

describe('a whole contract without the members that its registration sets', () => {
  const documentSchemas = note();

  it('is accepted, with one hint at what the registration fills in', () => {
    const input = { $formatVersion: '1', documentSchemas };
    const { accepted, ok, diagnostics } = validateContract(input);
    expect({ accepted, ok }).toEqual({ accepted: true, ok: true });
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ['hint', 'id, ownerId and version are missing: the registration fills in what is missing'],
    ]);
    expect(fix(input)).toEqual(input);
  });

  it('is not accepted with a malformed id', () => {
    const { accepted } = validateContract({ $formatVersion: '1', id: 'mine', documentSchemas });
    expect(accepted).toBe(false);
  });

  it('is accepted as the update of itself, and of the registered contract, with the changes alone', () => {
    const input = { $formatVersion: '1', version: 1, documentSchemas };
    const described = { ...input, description: 'Notes of a person' };
    const registered = contract({ $formatVersion: '1', documentSchemas });
    for (const [before, after] of [
      [input, input],
      [registered, { ...input, version: 7 }],
      [input, { ...registered, version: 2 }],
    ])
      expect(compareContracts(before, after)).toMatchObject({ accepted: true, diagnostics: [] });
    expect(compareContracts(input, described)).toMatchObject({
      accepted: true,
      changes: [{ op: 'add', path: '/description' }],
    });
    expect(compareContracts(input, { ...described, id: registered['id'] }).accepted).toBe(false);
  });

  it('has errors in an update, without a fix', () => {
    const { diagnostics } = validateContract(
      { $formatVersion: '1', documentSchemas },
      { transition: 'update' },
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'id is missing: the official JSON has it',
      'ownerId is missing: the official JSON has it',
      'version is missing: the official JSON has it',
    ]);
    expect(diagnostics.flatMap(({ fix: { patch = [] } }) => patch)).toEqual([]);
  });
});

it('a member without a name is not taken for a missing one', () => {
  const { version: _, ...others } = contract();
  expect(fix({ ...others, '': 5 })).toHaveProperty(['']);
});

const at = (position: unknown) => ({ type: 'boolean', position });

describe('errors that were reported one after the other', () => {
  it('are all repeated positions, with one fix', () => {
    const input = noteOf({ a: at(0), b: at(0), c: at(1), d: at(1), e: at(7) });
    const found = find(input, 'document-type-property-positions');
    expect(found.map(({ message }) => message)).toEqual([
      '"a" and "b" both have position 0; 2, 3, 4 are not used',
      '"c" and "d" both have position 1',
    ]);
    expect(fix(input)).toEqual(noteOf({ a: at(0), b: at(1), c: at(2), d: at(3), e: at(4) }));
  });

  it('are repeated positions beside malformed ones', () => {
    const input = noteOf({ a: at(0), b: at(0), c: at(-1), d: at('x') });
    expect(find(input, 'document-type-property-positions').map((one) => [one.at, one.message])).toEqual([
      ['/note/properties/b/position', '"a" and "b" both have position 0'],
    ]);
    expect(find(input, 'position-value')).toHaveLength(2);
  });

  it('are those of a document type without a name', () => {
    const input = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: { type: 'string', minLength: 'x' }, b: { type: 'text' } },
      required: ['a', 'c'],
    };
    const found = validateContract(input).diagnostics.filter(({ severity }) => severity === 'error');
    expect(found.map((one) => [one.at, one.code])).toEqual([
      ['', 'document-type-member-missing'],
      ['/$schema', 'document-type-injected-keyword'],
      ['/type', 'document-type-not-object'],
      ['/properties/a', 'position-missing'],
      ['/properties/a/minLength', 'property-keyword-value'],
      ['/properties/b', 'position-missing'],
      ['/properties/b/type', 'property-type'],
      ['/required/1', 'required-unknown'],
    ]);
  });
});

describe('$schema and $defs of a document type', () => {
  it.each([
    ['$schema', 'Remove it: a contract does not choose its dialect.'],
    ['$defs', 'Put the document types into "documents", and the definitions into "$defs" beside it.'],
  ])('%s stays where it says something', (name, text) => {
    for (const value of [{ place: { type: 'string' } }, [{ place: { type: 'string' } }], {}]) {
      const input = note({ [name]: value });
      expect(fix(input)).toEqual(input);
      expect(find(input, 'document-type-injected-keyword')[0]?.fix.text).toBe(text);
    }
  });
});

describe('unknown members of a token', () => {
  it('name the member that was meant, and leave the verdict of the network', () => {
    const input = withToken({ name: 'Gold', decimals: 18, totalSupply: 10 });
    expect(find(input, 'token-member-unknown').map(({ message }) => message)).toEqual([
      'unknown member "name"; its place is "conventions.localizations.en.singularForm"',
      'unknown member "decimals"; its place is "conventions.decimals"',
      'unknown member "totalSupply"; did you mean "baseSupply"?',
    ]);
    expect(validateContract(input).accepted).toBe(true);
  });

  it('are moved to their place if they fit there', () => {
    const fixed = JSON.parse(fixContract(JSON.stringify(withToken({ decimals: 8 }))).text);
    expect(fixed.tokens[0]).not.toHaveProperty('decimals');
    expect(fixed.tokens[0].conventions.decimals).toBe(8);
  });

  it('are reported beside the missing ones', () => {
    const input = contract({ tokens: { 0: { name: 'Gold', maxSupply: 10 } } });
    expect(find(input, 'token-shape').map(({ message }) => message)).toEqual([
      '$formatVersion is missing: it must be "0"',
      'conventions is missing',
    ]);
    expect(find(input, 'token-shape').at(-1)?.fix.text).toContain('"localizations"');
    expect(find(input, 'token-member-unknown')).toHaveLength(1);
  });
});

it('members that an object of a token or group lacks are suggested with a value', () => {
  const manualMintingRules = { $formatVersion: '0', authorizedToMakeChange: { $type: 'contractOwner' } };
  expect(find(withToken({ manualMintingRules }), 'token-shape').map(({ fix: { text } }) => text)).toEqual([
    'Add "adminActionTakers", such as {"$type":"noOne"}.',
    'Add "changingAuthorizedActionTakersToNoOneAllowed", such as false.',
    'Add "changingAdminActionTakersToNoOneAllowed", such as false.',
    'Add "selfChangingAdminActionTakersAllowed", such as false.',
  ]);
});

it('an invalid name is reported where it stands', () => {
  const members = { alice: 1, [EXAMPLE_OWNER_ID]: 1 };
  const text = JSON.stringify(
    contract({ groups: { 0: { $formatVersion: '0', members, requiredPower: 2 } } }),
  );
  const [found] = find(text, 'group-shape');
  expect(found?.fix.text).toBe('Write base58 text of 32 bytes.');
  expect(found?.range?.start.offset).toBe(text.indexOf('"alice"'));
});

it('a missing member of an index is named in the fix', () => {
  const index = { properties: [{ text: 'asc' }] };
  const [found] = find(noteOf({ text: TEXT_PROPERTY }, { indices: [index] }), 'index-member-missing');
  expect(found?.fix.text).toBe('Add "name".');
});

describe('a pattern written as a literal of JavaScript', () => {
  it.each([
    ['/^a$/', '^a$'],
    ['/^a\\/b/g', '^a/b'],
    [String.raw`/^a\\/b/`, String.raw`^a\\/b`],
  ])('%s becomes %s', (pattern, expected) => {
    expect(find(textWith({ pattern }), 'pattern-literal')).toHaveLength(1);
    expect(fix(textWith({ pattern }))).toEqual(textWith({ pattern: expected }));
  });

  it('keeps flags that change its meaning for the author', () => {
    const input = textWith({ pattern: '/^a$/i' });
    expect(find(input, 'pattern-literal')[0]?.fix.patch).toBeUndefined();
    expect(validateContract(input).accepted).toBe(true);
  });

  it.each(['/home/', String.raw`/price\$/`, '/^a|b/', '/a|b$/'])(
    'is not %s, which matches texts as it is',
    (pattern) => {
      expect(find(textWith({ pattern }), 'pattern-literal')).toEqual([]);
    },
  );
});

describe('fixes for values', () => {
  it('puts one name into a list', () => {
    expect(fix(note({ required: 'text' }))).toEqual(note({ required: ['text'] }));
  });

  it('shows properties by an example', () => {
    const [found] = find(
      { note: { type: 'object', additionalProperties: false } },
      'document-type-member-missing',
    );
    expect(found?.fix.text).toContain(JSON.stringify({ text: TEXT_PROPERTY }));
  });

  it.each([
    [textWith({ pattern: 5 }), 'expected a string for pattern, found 5'],
    [note({ required: 5 }), 'expected an array of unique strings for required, found 5'],
    [
      noteOf({ text: { ...TEXT_PROPERTY, type: ['string', 'integer'] } }),
      'expected the name of one type, found an array of 2; it must be one of string, number, integer, boolean, array, object',
    ],
  ])('says what it expects %#', (input, message) => {
    expect(validateContract(input).diagnostics.map((found) => found.message)).toContain(message);
  });
});
