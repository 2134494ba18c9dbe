import { LIMITS } from '../protocol/limits.js';
import { excerpt, integerOf, member, pointerTo, textOf, type JsonNode } from '../source/json-node.js';
import { pointerOf } from '../source/json-pointer.js';
import { IDENTIFIER, note, noteOf, textWith } from './example.js';
import { IDENTIFIER_MEDIA, isClosed, TYPES } from './property-types.js';
import { PROPERTY_KEYWORDS } from './keyword-shape.js';
import { OFFICIAL, type RuleAbout } from './rule.js';
import { isMisspelt } from './unknown-name.js';

/** The keywords that give a type its size in storage. */
const SIZES: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['minLength', 'maxLength']],
  ['array', ['minItems', 'maxItems']],
]);

const LARGEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const sized = (node: JsonNode | undefined): bigint | undefined => {
  const size = integerOf(node);
  return size === undefined || size < 0n || size > LARGEST_SAFE ? undefined : size;
};

/** What holds for byte arrays, identifiers and the sizes of what is stored. */
export const STORAGE_RULES: readonly RuleAbout<'property'>[] = [
  {
    code: 'array-not-bytes',
    title: 'An array is not declared as a byte array',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The only arrays are byte arrays: `byteArray` is true.',
    mend: 'Add "byteArray": true, or store the elements as text or as properties of an object.',
    wrong: noteOf({ hash: { type: 'array', position: 0 } }),
    right: noteOf({ hash: { type: 'array', byteArray: true, position: 0 } }),
    check({ node, isOpen, isParsed, contract }, report) {
      if (textOf(member(node, 'type')) !== 'array' || member(node, 'byteArray') !== undefined) return;
      // Elements that are described have a rule of their own, and so has a misspelled keyword.
      const isTold =
        member(node, 'items') !== undefined || isMisspelt('byteArray', node, PROPERTY_KEYWORDS, contract);
      if (!isOpen && isTold) return;
      if (!isOpen || isParsed)
        report(node, {
          message: 'expected "byteArray": true in an array, found none',
          ...(isOpen ? { official: OFFICIAL.structure } : {}),
        });
    },
  },
  {
    code: 'byte-array-value',
    title: 'byteArray is something else than true',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`byteArray` is true, or not there.',
    mend: 'Write "byteArray": true, or remove it.',
    wrong: noteOf({ hash: { type: 'array', byteArray: false, position: 0 } }),
    right: noteOf({ hash: { type: 'array', byteArray: true, position: 0 } }),
    check({ node, type, isOpen, isParsed }, report) {
      const flag = member(node, 'byteArray');
      if (flag === undefined || (flag.kind === 'boolean' && flag.value)) return;
      const parsed = flag.kind === 'boolean' || flag.kind === 'null' ? OFFICIAL.structure : OFFICIAL.decoding;
      // Beside another type it should not stand at all; that is a rule of its own.
      const own = textOf(member(node, 'type'));
      const isElsewhere = own !== 'array' && TYPES.includes(own ?? '');
      if (!isElsewhere && (!isOpen || (isParsed && type === 'array')))
        report(flag, {
          message: `expected true, found ${excerpt(flag)}`,
          ...(isOpen ? { official: parsed } : {}),
        });
    },
  },
  {
    code: 'byte-array-type',
    title: 'byteArray stands in a property that is no array',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`byteArray` belongs to properties of type "array".',
    mend: 'Write "type": "array", or remove byteArray.',
    wrong: textWith({ byteArray: true }),
    right: note(),
    check(property, report) {
      const type = member(property.node, 'type');
      const isKnown = TYPES.includes(textOf(type) ?? '');
      if (
        isClosed(property) &&
        isKnown &&
        textOf(type) !== 'array' &&
        member(property.node, 'byteArray') !== undefined
      )
        report(type, { message: `expected "array" beside byteArray, found ${excerpt(type)}` });
    },
  },
  {
    code: 'identifier-shape',
    title: 'An identifier is not 32 bytes',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `A property with \`contentMediaType\` "${IDENTIFIER_MEDIA}" is a byte array with \`minItems\` and \`maxItems\` 32.`,
    mend: 'Write "type": "array", "byteArray": true, "minItems": 32, "maxItems": 32.',
    wrong: noteOf({ owner: { ...IDENTIFIER, maxItems: 33, position: 0 } }),
    right: noteOf({ owner: { ...IDENTIFIER, position: 0 } }),
    check(property, report) {
      const { node, contract } = property;
      const isTold = (name: string): boolean => isMisspelt(name, node, PROPERTY_KEYWORDS, contract);
      if (!isClosed(property) || textOf(member(node, 'contentMediaType')) !== IDENTIFIER_MEDIA) return;
      for (const name of ['minItems', 'maxItems']) {
        const size = member(node, name);
        if (integerOf(size) === 32n || (size !== undefined && sized(size) === undefined)) continue;
        if (size === undefined && isTold(name)) continue;
        report(size ?? node, {
          message: `expected ${name} 32 in an identifier, found ${excerpt(size)}`,
          patch: [
            {
              op: size === undefined ? 'add' : 'replace',
              path: pointerTo(node) + pointerOf([name]),
              value: 32,
            },
          ],
        });
      }
      // For an array the missing byteArray is a rule of its own.
      const isOther = textOf(member(node, 'type')) !== 'array' && member(node, 'byteArray') === undefined;
      if (isOther && !isTold('byteArray'))
        report(node, { message: 'expected a byte array for an identifier, found none' });
    },
  },
  {
    code: 'property-size',
    title: 'A length is beyond what can be stored',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.decoding,
    why: `The lengths of text (\`minLength\`, \`maxLength\`) and of byte arrays (\`minItems\`, \`maxItems\`) are at most ${LIMITS.fieldSize}.`,
    mend: 'Lower the length.',
    wrong: textWith({ maxLength: 65_536 }),
    right: textWith({ maxLength: 65_535 }),
    check({ node, type, isParsed, documentType }, report) {
      if (node.kind !== 'object' || !isParsed) return;
      const names = SIZES.get(type ?? '') ?? [];
      // Beside pattern or format a lower limit holds, and an identifier has its own sizes.
      const hasPattern = node.members.has('pattern') || node.members.has('format');
      if (textOf(member(node, 'contentMediaType')) === IDENTIFIER_MEDIA && type === 'array') return;
      for (const name of names) {
        const size = documentType === undefined ? integerOf(member(node, name)) : sized(member(node, name));
        if (size === undefined || size <= BigInt(LIMITS.fieldSize) || (hasPattern && name === 'maxLength'))
          continue;
        report(member(node, name), {
          message: `expected at most ${LIMITS.fieldSize} as ${name}, found ${size}`,
        });
      }
    },
  },
  {
    code: 'integer-bounds',
    title: 'A bound of an integer is no integer, or too large to be read as one',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.decoding,
    holds: ({ sizedIntegers }) => sizedIntegers,
    why: '`minimum` and `maximum` decide how wide an integer is stored. Integers beyond 2^53 - 1 are fractions to the libraries that read JSON for the platform, and are refused.',
    mend: 'Write the bound as an integer from -9007199254740991 to 9007199254740991, or leave it out.',
    wrong: noteOf({ count: { type: 'integer', minimum: 1.5, position: 0 } }),
    right: noteOf({ count: { type: 'integer', minimum: 2, position: 0 } }),
    check({ node, type, isParsed, contract }, report) {
      if (!isParsed || type !== 'integer' || !contract.config.sizedIntegerTypes) return;
      for (const name of ['minimum', 'maximum']) {
        const bound = member(node, name);
        const value = integerOf(bound);
        if (bound?.kind !== 'number') continue;
        if (value !== undefined && value >= -LARGEST_SAFE && value <= LARGEST_SAFE) continue;
        report(bound, {
          message: `expected ${name} as an integer of at most 2^53 - 1 either way, found ${excerpt(bound)}`,
        });
      }
    },
  },
];
