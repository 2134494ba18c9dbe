import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { IDENTIFIER_KEYWORDS } from '../foreign/type-words.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getMember, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { formatPointer } from '../source/json-pointer.js';
import { IDENTIFIER_PROPERTY, note, noteOf, textWith } from './example.js';
import { IDENTIFIER_MEDIA_TYPE } from '../model/identifier.js';
import { isClosed, PROPERTY_TYPES } from '../schema/property-types.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { readAsTrue } from './single-reading.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { isMisspelled } from './misplaced-schema.js';
import { sayBeside } from './keyword-moves.js';

/** Maps types to the keywords that limit their size in storage. */
const SIZES: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['minLength', 'maxLength']],
  ['array', ['minItems', 'maxItems']],
]);

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const sized = (node: JsonNode | undefined): bigint | undefined => {
  const size = getInteger(node);
  return size === undefined || size < 0n || size > MAX_SAFE ? undefined : size;
};

const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format'];

/**
 * Creates a patch that makes a schema the one of an identifier. Keywords of text have no effect in it: its size replaces their lengths,
 * and the others become a `$comment`.
 */
function toIdentifier(node: JsonNode): PatchOperation[] {
  const path = getPointer(node);
  const removed = TEXT_KEYWORDS.flatMap((name) => getMember(node, name) ?? []);
  const said = sayBeside(removed.filter(({ key }) => !SIZES.get('string')?.includes(String(key))));
  return [
    ...removed.map((member) => ({ op: 'remove' as const, path: getPointer(member) })),
    ...(said === undefined ? [] : [said]),
    ...Object.entries(IDENTIFIER_KEYWORDS).flatMap(([name, value]) =>
      name === 'contentMediaType'
        ? []
        : [
            {
              op: getMember(node, name) === undefined ? ('add' as const) : ('replace' as const),
              path: `${path}/${name}`,
              value,
            },
          ],
    ),
  ];
}

/** Lists the rules about byte arrays, identifiers and the sizes of stored values. */
export const STORAGE_RULES: readonly Rule<'property'>[] = [
  {
    code: 'array-not-bytes',
    title: 'An array is not declared as a byte array',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive: ({ typedArrays }) => !typedArrays,
    why: 'The only arrays are byte arrays: `byteArray` is true.',
    fix: 'Add "byteArray": true, or store the elements as text or as properties of an object.',
    wrong: noteOf({ hash: { type: 'array', position: 0 } }),
    right: noteOf({ hash: { type: 'array', byteArray: true, position: 0 } }),
    check({ node, isOpen, isParsed, contract }, report) {
      if (getText(getMember(node, 'type')) !== 'array' || getMember(node, 'byteArray') !== undefined) return;
      // Other rules report described elements and a misspelled keyword.
      const isReported =
        getMember(node, 'items') !== undefined ||
        isMisspelled('byteArray', node, PROPERTY_KEYWORDS, contract);
      if (!isOpen && isReported) return;
      if (!isOpen || isParsed)
        report(node, {
          message: '"byteArray": true is missing: an array contains only bytes',
          ...(isOpen ? { official: OFFICIAL_ERRORS.structure } : {}),
        });
    },
  },
  {
    code: 'byte-array-value',
    title: 'byteArray is not true',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`byteArray` is true or omitted.',
    fix: 'Write "byteArray": true, or remove it.',
    wrong: noteOf({ hash: { type: 'array', byteArray: false, position: 0 } }),
    right: noteOf({ hash: { type: 'array', byteArray: true, position: 0 } }),
    check({ node, type, isOpen, isParsed }, report) {
      const flag = getMember(node, 'byteArray');
      if (flag === undefined || (flag.kind === 'boolean' && flag.value)) return;
      const parsed =
        flag.kind === 'boolean' || flag.kind === 'null'
          ? OFFICIAL_ERRORS.structure
          : OFFICIAL_ERRORS.decoding;
      // Another rule reports it beside another type.
      const own = getText(getMember(node, 'type'));
      const isElsewhere = own !== 'array' && PROPERTY_TYPES.includes(own ?? '');
      if (!isElsewhere && (!isOpen || (isParsed && type === 'array')))
        report(flag, {
          message: `byteArray is ${excerpt(flag)}: it must be true`,
          ...readAsTrue(flag),
          ...(isOpen ? { official: parsed } : {}),
        });
    },
  },
  {
    code: 'byte-array-type',
    title: 'A property that is not an array has byteArray',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`byteArray` is only for properties of type "array".',
    fix: 'Write "type": "array", or remove byteArray.',
    wrong: textWith({ byteArray: true }),
    right: note(),
    check(property, report) {
      const type = getMember(property.node, 'type');
      const isKnown = PROPERTY_TYPES.includes(getText(type) ?? '');
      if (
        isClosed(property) &&
        isKnown &&
        getText(type) !== 'array' &&
        getMember(property.node, 'byteArray') !== undefined &&
        // Another rule reports an identifier of another type.
        getText(getMember(property.node, 'contentMediaType')) !== IDENTIFIER_MEDIA_TYPE
      )
        report(type, { message: `type is ${excerpt(type)}: byteArray requires "array"` });
    },
  },
  {
    code: 'identifier-shape',
    title: 'An identifier is not 32 bytes',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `A property with \`contentMediaType\` "${IDENTIFIER_MEDIA_TYPE}" is a byte array with \`minItems\` and \`maxItems\` 32.`,
    fix: 'Write "type": "array", "byteArray": true, "minItems": 32, "maxItems": 32.',
    wrong: noteOf({ owner: { ...IDENTIFIER_PROPERTY, maxItems: 33, position: 0 } }),
    right: noteOf({ owner: { ...IDENTIFIER_PROPERTY, position: 0 } }),
    check(property, report) {
      const { node, contract } = property;
      const type = getText(getMember(node, 'type'));
      const isReported = (name: string): boolean => isMisspelled(name, node, PROPERTY_KEYWORDS, contract);
      if (!isClosed(property) || getText(getMember(node, 'contentMediaType')) !== IDENTIFIER_MEDIA_TYPE)
        return;
      if (PROPERTY_TYPES.includes(type ?? '') && type !== 'array') {
        report(getMember(node, 'type'), {
          message: `type is "${type}": an identifier is a byte array`,
          patch: toIdentifier(node),
        });
        return;
      }
      const sizes = ['minItems', 'maxItems'];
      const pathOf = (name: string): string => getPointer(node) + formatPointer([name]);
      const missing = sizes.filter((name) => getMember(node, name) === undefined && !isReported(name));
      if (missing.length > 0)
        report(node, {
          message: `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: an identifier has 32 bytes`,
          patch: missing.map((name) => ({ op: 'add' as const, path: pathOf(name), value: 32 })),
        });
      for (const name of sizes) {
        const size = getMember(node, name);
        if (size === undefined || getInteger(size) === 32n || sized(size) === undefined) continue;
        report(size, {
          message: `${name} is ${excerpt(size)}: an identifier has ${name} 32`,
          patch: [{ op: 'replace', path: pathOf(name), value: 32 }],
        });
      }
      // Another rule reports an array without byteArray.
      const isOther =
        getText(getMember(node, 'type')) !== 'array' && getMember(node, 'byteArray') === undefined;
      if (isOther && !isReported('byteArray'))
        report(node, { message: 'an identifier must be a byte array', patch: toIdentifier(node) });
    },
  },
  {
    code: 'property-size',
    title: 'A length is too large to store',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.decoding,
    why: `The lengths of text (\`minLength\`, \`maxLength\`) and of byte arrays (\`minItems\`, \`maxItems\`) are at most ${LIMITS.fieldSize}.`,
    fix: 'Lower the length.',
    wrong: textWith({ maxLength: 65_536 }),
    right: textWith({ maxLength: 65_535 }),
    check({ node, type, isParsed, documentType }, report) {
      if (node.kind !== 'object' || !isParsed) return;
      const names = SIZES.get(type ?? '') ?? [];
      // With pattern or format a lower limit applies, and an identifier has its own sizes.
      const hasPattern = node.members.has('pattern') || node.members.has('format');
      if (getText(getMember(node, 'contentMediaType')) === IDENTIFIER_MEDIA_TYPE && type === 'array') return;
      for (const name of names) {
        const size =
          documentType === undefined ? getInteger(getMember(node, name)) : sized(getMember(node, name));
        if (size === undefined || size <= BigInt(LIMITS.fieldSize) || (hasPattern && name === 'maxLength'))
          continue;
        report(getMember(node, name), {
          message: `${name} is ${size}: the maximum is ${LIMITS.fieldSize}`,
        });
      }
    },
  },
  {
    code: 'integer-bounds',
    title: 'A bound of an integer is not an integer, or too large',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.decoding,
    isActive: ({ sizedIntegers }) => sizedIntegers,
    why: '`minimum` and `maximum` decide how wide an integer is stored. The libraries that read JSON for the platform treat integers beyond 2^53 - 1 as fractions, and the network rejects them.',
    fix: 'Write an integer from -9007199254740991 to 9007199254740991, or omit the bound.',
    wrong: noteOf({ count: { type: 'integer', minimum: 1.5, position: 0 } }),
    right: noteOf({ count: { type: 'integer', minimum: 2, position: 0 } }),
    check({ node, type, isParsed, contract }, report) {
      if (!isParsed || type !== 'integer' || !contract.config.sizedIntegerTypes) return;
      for (const name of ['minimum', 'maximum']) {
        const bound = getMember(node, name);
        const value = getInteger(bound);
        if (bound?.kind !== 'number') continue;
        if (value !== undefined && value >= -MAX_SAFE && value <= MAX_SAFE) continue;
        report(bound, {
          message: `expected an integer from -(2^53 - 1) to 2^53 - 1 for ${name}, found ${excerpt(bound)}`,
        });
      }
    },
  },
];
