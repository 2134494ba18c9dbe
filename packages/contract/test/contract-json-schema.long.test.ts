import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../src/diagnostic/contract-error.js';
import {
  contractJsonSchema,
  explain,
  explainKeyword,
  KEYWORDS,
  JUDGED_PROTOCOLS,
  PROTOCOL_VERSIONS,
  RULE_CODES,
  validateContract,
  type JsonSchema,
} from '../src/index.js';
import { CONFIG_MEMBERS } from '../src/model/config.js';
import { EXTENDED_PROPERTY_KEYWORDS, META_SCHEMAS } from '../src/protocol/keywords.js';
import { PROPERTY_KEYWORDS } from '../src/schema/keyword-shape.js';

const folder = new URL('../../../fixtures/contracts/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const wholeOf = ({ schemas, defs }: { schemas: object; defs?: object }) =>
  defs === undefined ? schemas : { documents: schemas, $defs: defs };

const corpus: object[] = read('corpus.jsonl')
  .trim()
  .split('\n')
  .map((line) => wholeOf(JSON.parse(line)));
const index: { file: string }[] = JSON.parse(read('real/index.json'));
const real = index.map(({ file }) => {
  const content: { schemas?: object; defs?: object } = JSON.parse(read(`real/${file}`));
  return content.schemas === undefined ? content : wholeOf({ schemas: content.schemas, ...content });
});
const executed: { documents: object; definitions?: object }[] = JSON.parse(read('executed-cases.json'));
const examples = RULE_CODES.map(explain)
  .flatMap((page) => [page?.wrong, page?.right])
  .filter((input) => typeof input === 'object')
  // Members that are undefined are omitted.
  .map((input): object => JSON.parse(JSON.stringify(input)));
const inputs = [
  ...corpus,
  ...real,
  ...executed.map(({ documents, definitions }) =>
    wholeOf({ schemas: documents, ...(definitions && { defs: definitions }) }),
  ),
  ...examples,
];

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const validators = new Map<number, ValidateFunction>();
function schemaAt(protocolVersion: number): ValidateFunction {
  const known = validators.get(protocolVersion) ?? ajv.compile(contractJsonSchema({ protocolVersion }));
  validators.set(protocolVersion, known);
  return known;
}

/** Every object in a value, itself included. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value, ...inner];
}

/** Lists the keywords of a schema that contain described subschemas. */
interface Members extends JsonSchema {
  readonly properties?: Readonly<Record<string, Members | true>>;
  readonly definitions?: Readonly<Record<string, Members>>;
  readonly items?: Members;
  readonly additionalProperties?: Members;
}

describe('contractJsonSchema', () => {
  it.each(JUDGED_PROTOCOLS)('is valid draft-07 at protocol %i', (protocolVersion) => {
    expect(new Ajv({ strict: false }).validateSchema(contractJsonSchema({ protocolVersion }))).toBe(true);
  });

  it.each([1, 9, 11, 12, 13])(
    'accepts what the network accepts at protocol %i, and rejects most of the rest',
    { timeout: 300_000 },
    (protocolVersion) => {
      const fits = schemaAt(protocolVersion);
      const wrongly: unknown[] = [];
      const seen = { accepted: 0, rejected: 0, caught: 0 };
      for (const input of inputs) {
        const { accepted } = validateContract(input, { protocolVersion });
        const isAccepted = fits(input);
        if (accepted) seen.accepted += 1;
        else seen.rejected += 1;
        if (!accepted && !isAccepted) seen.caught += 1;
        if (accepted && !isAccepted)
          wrongly.push([
            JSON.stringify(input).slice(0, 300),
            fits.errors?.map((e) => `${e.instancePath} ${e.message}`),
          ]);
      }
      console.log(
        `protocol ${protocolVersion}: accepts all ${seen.accepted} accepted contracts, rejects ${seen.caught} of ${seen.rejected} others`,
      );
      expect(wrongly).toEqual([]);
      expect(seen.accepted).toBeGreaterThan(300);
      expect(seen.caught / seen.rejected).toBeGreaterThan(0.5);
    },
  );

  it('accepts randomly changed contracts that the network accepts', { timeout: 300_000 }, () => {
    const values = [
      null,
      true,
      0,
      1,
      -1,
      1.5,
      '',
      'a',
      'asc',
      '1',
      'string',
      [],
      {},
      ['a', 'a'],
      65_536,
      5e9,
      ['string'],
      ['string', 'null'],
      'null',
      'object',
      { type: 'string', position: 0 },
      { $ref: '#/$defs/address', position: 0 },
    ];
    const names = KEYWORDS.map(({ name }) => name);
    const change = fc.record({
      input: fc.constantFrom(...inputs.filter((input) => validateContract(input).accepted)),
      protocolVersion: fc.constantFrom(...PROTOCOL_VERSIONS),
      edits: fc.array(
        fc.record({
          where: fc.nat(),
          key: fc.option(fc.constantFrom(...names)),
          value: fc.constantFrom(...values),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    });
    const property = fc.property(change, ({ input, protocolVersion, edits }) => {
      const changed = structuredClone(input);
      for (const { where, key, value } of edits) {
        const objects = objectsIn(changed);
        const object = objects[where % objects.length]!;
        const own = Object.keys(object);
        Reflect.set(object, key ?? own[where % own.length] ?? 'a', structuredClone(value));
      }
      const { accepted } = validateContract(changed, { protocolVersion });
      return !accepted || schemaAt(protocolVersion)(changed);
    });
    expect(() => fc.assert(property, { numRuns: 2500 })).not.toThrow();
  });

  it('accepts a $schema member in a whole contract, but not in a bare map', () => {
    const type = {
      type: 'object',
      properties: { a: { type: 'integer', position: 0 } },
      additionalProperties: false,
    };
    const $schema = './data-contract.schema.json';
    for (const [input, isAccepted] of [
      [{ $schema, documents: { note: type } }, true],
      [{ $schema, note: type }, false],
    ] as const) {
      expect(validateContract(input).ok).toBe(isAccepted);
      expect(schemaAt(13)(input)).toBe(isAccepted);
    }
  });

  it('documents every member that it names', () => {
    const silent: string[] = [];
    const look = ({ properties = {}, definitions = {}, ...schema }: Members, path: string): void => {
      for (const [name, member] of Object.entries(properties)) {
        const at = `${path}/${name}`;
        if (member !== true && member['description'] === undefined) silent.push(at);
        if (member !== true) look(member, at);
      }
      for (const [name, definition] of Object.entries(definitions)) look(definition, name);
      if (schema.items !== undefined) look(schema.items, `${path} items`);
      if (schema.additionalProperties !== undefined) look(schema.additionalProperties, `${path} members`);
    };
    look(contractJsonSchema(), '');
    expect(silent).toEqual([]);
  });

  it('rejects an unknown protocol version', () => {
    expect(() => contractJsonSchema({ protocolVersion: 15 })).toThrow(InvalidOptionError);
  });
});

describe('explainKeyword', () => {
  const injected = new Set(['$schema', '$defs']);

  it.each([
    ['document-type', [...META_SCHEMAS[3].documentType].filter((name) => !injected.has(name))],
    ['index', [...META_SCHEMAS[3].index]],
    ['property', [...PROPERTY_KEYWORDS.keys(), ...EXTENDED_PROPERTY_KEYWORDS, 'size']],
    ['config', [...CONFIG_MEMBERS, 'moderation']],
  ] as const)('documents the keywords of a %s that the rules know', (place, names) => {
    const pages = KEYWORDS.filter((page) => page.place === place);
    expect(new Set(pages.map(({ name }) => name))).toEqual(new Set(names));
    expect(pages.every(({ about }) => /^[A-Z].*\.$/.test(about))).toBe(true);
  });

  it.each([
    [1, 0],
    [11, 0],
    [12, 1],
    [13, 2],
    [14, 3],
  ] as const)('lists the protocol versions of a keyword, as at protocol %i', (version, metaVersion) => {
    for (const { name, versions } of KEYWORDS.filter(({ place }) => place === 'index'))
      expect([name, versions.includes(version)]).toEqual([name, META_SCHEMAS[metaVersion].index.has(name)]);
  });

  it('documents values and defaults', () => {
    expect(explainKeyword('document-type', 'transferable')).toMatchObject({
      default: 0,
      values: [
        { value: 0, meaning: 'never' },
        { value: 1, meaning: 'always' },
      ],
      versions: JUDGED_PROTOCOLS,
    });
    expect(explainKeyword('document-type', 'keepsTransferHistory')?.versions).toEqual([13, 14]);
    expect(explainKeyword('property', 'items')?.versions).toEqual([14]);
    expect(explainKeyword('property', 'unknown')).toBeUndefined();
    expect(explainKeyword('property', '__proto__')).toBeUndefined();
  });
});
