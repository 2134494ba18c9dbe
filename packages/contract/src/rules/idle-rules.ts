import type { Property } from '../model/property.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { cut, excerpt, itemsOf, member, type JsonNode } from '../source/json-node.js';
import { IDENTIFIER, indexWith, note, noteOf, textWith } from './example.js';
import { nearestNames } from './nearest-names.js';
import { IDENTIFIER_MEDIA } from './property-types.js';
import type { RuleAbout } from './rule.js';

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** The keywords that only look at values of a type; those of objects decide what a property is, and have rules of their own. */
const KEYWORDS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['integer', NUMBERS],
  ['number', NUMBERS],
  ['boolean', []],
  ['array', ['minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['object', ['minProperties', 'maxProperties', 'dependentRequired']],
]);

const ALL_KEYWORDS: readonly string[] = [...new Set([...KEYWORDS_OF.values()].flat())];

/** Whether a value is of a type; of bytes and objects nobody writes one out. */
const FITS: ReadonlyMap<string, (value: JsonNode) => boolean> = new Map([
  ['string', ({ kind }) => kind === 'string'],
  ['integer', (value) => value.kind === 'number' && value.integer !== undefined],
  ['number', ({ kind }) => kind === 'number'],
  ['boolean', ({ kind }) => kind === 'boolean'],
]);

/** A schema that is written out here and in which only the keywords of the platform may stand. */
const isPlain = ({ node, schema, isOpen }: Property): boolean => schema === node && !isOpen;

/** What a property may say without any effect. */
export const IDLE_PROPERTY_RULES: readonly RuleAbout<'property'>[] = [
  {
    code: 'choice-never-matches',
    title: 'enum or const has a value of another type',
    about: 'property',
    verdict: 'warning',
    why: 'The network does not hold `enum` and `const` against the type: such a value can never be chosen.',
    mend: 'Write a value of the type, or correct the type.',
    wrong: textWith({ enum: ['yes', 1] }),
    right: textWith({ enum: ['yes', 'no'] }),
    check(property, report) {
      const { node, type = '' } = property;
      const fits = FITS.get(type);
      if (fits === undefined || !isPlain(property)) return;
      const constant = member(node, 'const');
      const values = [...itemsOf(member(node, 'enum')), ...(constant === undefined ? [] : [constant])];
      for (const value of values)
        if (!fits(value))
          report(value, { message: `expected a value of type ${type}, found ${excerpt(value)}` });
    },
  },
  {
    code: 'keyword-of-other-type',
    title: 'A keyword has no effect on the type',
    about: 'property',
    verdict: 'warning',
    why: 'Lengths, `pattern` and `format` limit text, bounds limit numbers, `minItems` and `maxItems` limit bytes. Beside another type the network takes them and looks at none.',
    mend: 'Remove the keyword, or correct the type.',
    wrong: noteOf({ count: { type: 'integer', minLength: 1, position: 0 } }),
    right: noteOf({ count: { type: 'integer', minimum: 1, position: 0 } }),
    check(property, report) {
      const { node, type = '' } = property;
      const own = KEYWORDS_OF.get(type);
      if (own === undefined || !isPlain(property)) return;
      for (const name of ALL_KEYWORDS) {
        const value = own.includes(name) ? undefined : member(node, name);
        if (value !== undefined)
          report(value, {
            message: `expected a keyword for type ${type}, found ${name}, which has no effect`,
            atName: true,
          });
      }
    },
  },
  {
    code: 'media-type-misspelled',
    title: 'The media type of an identifier is misspelled',
    about: 'property',
    verdict: 'warning',
    why: `Only \`contentMediaType\` "${IDENTIFIER_MEDIA}" makes an identifier of a byte array; any other text has no effect.`,
    mend: `Write "${IDENTIFIER_MEDIA}".`,
    wrong: noteOf({
      owner: { ...IDENTIFIER, contentMediaType: 'application/x.dash.dpp.identifer', position: 0 },
    }),
    right: noteOf({ owner: { ...IDENTIFIER, position: 0 } }),
    check(property, report) {
      const media = member(property.node, 'contentMediaType');
      if (media?.kind !== 'string' || media.value === IDENTIFIER_MEDIA || !isPlain(property)) return;
      if (property.type === 'array' && nearestNames(media.value, [IDENTIFIER_MEDIA]).length > 0)
        report(media, { message: `expected "${IDENTIFIER_MEDIA}", found ${excerpt(media)}` });
    },
  },
  {
    code: 'property-system-name',
    title: 'A property has a name of the system’s',
    about: 'property',
    verdict: 'warning',
    why: 'The network takes such a name. But in the JSON of a document the data stands beside what the platform fills in itself, `$id`, `$ownerId`, `$createdAt` and so on: of two members with one name only one is there.',
    mend: 'Remove the property; name it in required to have the platform keep it.',
    wrong: note({
      properties: {
        text: { type: 'string', maxLength: 63, position: 0 },
        $createdAt: { type: 'integer', position: 1 },
      },
    }),
    right: note({ required: ['$createdAt'] }),
    check({ name, node, place }, report) {
      if (place === 'system')
        report(node, { message: `expected a name without "$", found "${cut(name)}"`, atName: true });
    },
  },
];

/** What an index may be over without any effect. */
export const IDLE_INDEX_RULES: readonly RuleAbout<'index'>[] = [
  {
    code: 'index-time-not-kept',
    title: 'An index is over a time or height that is not kept',
    about: 'index',
    verdict: 'warning',
    why: 'The platform keeps the times and heights of a document only where `required` names them: an index over another one holds nothing but nulls.',
    mend: 'Name it in required.',
    wrong: indexWith({ properties: [{ $createdAt: 'asc' }] }),
    right: note({
      required: ['$createdAt'],
      indices: [{ name: 'byTime', properties: [{ $createdAt: 'asc' }] }],
    }),
    check({ entries, documentType }, report) {
      for (const entry of entries) {
        const name = String(entry.key);
        if (!GENERATED_PROPERTIES.has(name) || isNamed(name, member(documentType.node, 'required'))) continue;
        report(entry, {
          message: `expected "${name}" in required of ${cut(documentType.name)}, found none: the index has only nulls`,
          atName: true,
        });
      }
    },
  },
];

const isNamed = (name: string, required: JsonNode | undefined): boolean =>
  itemsOf(required).some((item) => item.kind === 'string' && item.value === name);
