import type { Property } from '../model/contract-model.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { getItems, getMember, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { IDENTIFIER_PROPERTY, indexWith, note, noteOf, textWith } from './example.js';
import { findMisfits, KEYWORDS_BY_TYPE, KEYWORDS_OF_TYPES } from '../schema/keywords-by-type.js';
import { nearestNames } from '../text/nearest-names.js';
import { IDENTIFIER_MEDIA_TYPE } from '../model/identifier.js';
import type { Rule } from './rule.js';
import { readAsFlag, readAsInteger } from './single-reading.js';

/** Suggests the limit that means the same for the type: that of bytes for one of text, and the other way round. */
function suggestOfType(
  node: JsonNode,
  name: string,
  own: readonly string[],
): { readonly suggestion?: string } {
  const suggestion = name.replace(/Length$|Items$/, (unit) => (unit === 'Items' ? 'Length' : 'Items'));
  return own.includes(suggestion) && getMember(node, suggestion) === undefined ? { suggestion } : {};
}

function hasMember({ members }: ObjectNode, test: (name: string) => boolean): boolean {
  for (const name of members.keys()) if (test(name)) return true;
  return false;
}

/** Returns whether a schema is written inline and allows only keywords of the platform. */
const isPlain = ({ node, schema, isOpen }: Property): boolean => schema === node && !isOpen;

/** Lists the rules about keywords of a property that have no effect. */
export const NO_EFFECT_PROPERTY_RULES: readonly Rule<'property'>[] = [
  {
    code: 'choice-never-matches',
    title: 'enum or const has a value of another type',
    about: 'property',
    severity: 'warning',
    why: 'The network does not compare `enum` and `const` with the type: no document can have such a value.',
    fix: 'Write a value of the type, or correct the type.',
    wrong: textWith({ enum: ['yes', 1] }),
    right: textWith({ enum: ['yes', 'no'] }),
    check(property, report) {
      const { node, type = '' } = property;
      if (!isPlain(property)) return;
      for (const value of findMisfits(node, type))
        report(value, {
          message: `expected a value of type ${type}, found ${excerpt(value)}`,
          ...(type === 'integer' ? readAsInteger(value) : type === 'boolean' ? readAsFlag(value) : {}),
        });
    },
  },
  {
    code: 'keyword-of-other-type',
    title: 'A keyword has no effect on the type',
    about: 'property',
    severity: 'warning',
    why: 'Lengths, `pattern` and `format` apply to text, bounds apply to numbers, `minItems` and `maxItems` apply to bytes. The network accepts and ignores them with other types.',
    fix: 'Remove the keyword, or correct the type.',
    wrong: noteOf({ count: { type: 'integer', minLength: 1, position: 0 } }),
    right: noteOf({ count: { type: 'integer', minimum: 1, position: 0 } }),
    check(property, report) {
      const { node, type = '' } = property;
      const own = KEYWORDS_BY_TYPE.get(type);
      if (own === undefined || node.kind !== 'object' || !isPlain(property)) return;
      const isOther = (name: string): boolean => KEYWORDS_OF_TYPES.has(name) && !own.includes(name);
      if (!hasMember(node, isOther)) return;
      for (const name of KEYWORDS_OF_TYPES) {
        const value = isOther(name) ? getMember(node, name) : undefined;
        if (value !== undefined)
          report(value, {
            message: `${name} has no effect on type ${type}`,
            isAtName: true,
            ...suggestOfType(node, name, own),
          });
      }
    },
  },
  {
    code: 'media-type-misspelled',
    title: 'The media type of an identifier is misspelled',
    about: 'property',
    severity: 'warning',
    why: `Only \`contentMediaType\` "${IDENTIFIER_MEDIA_TYPE}" makes a byte array an identifier; any other text has no effect.`,
    fix: `Write "${IDENTIFIER_MEDIA_TYPE}".`,
    wrong: noteOf({
      owner: { ...IDENTIFIER_PROPERTY, contentMediaType: 'application/x.dash.dpp.identifer', position: 0 },
    }),
    right: noteOf({ owner: { ...IDENTIFIER_PROPERTY, position: 0 } }),
    check(property, report) {
      const media = getMember(property.node, 'contentMediaType');
      if (media?.kind !== 'string' || media.value === IDENTIFIER_MEDIA_TYPE || !isPlain(property)) return;
      if (property.type === 'array' && nearestNames(media.value, [IDENTIFIER_MEDIA_TYPE]).length > 0)
        report(media, {
          message: `${excerpt(media)} has no effect: the media type of identifiers is "${IDENTIFIER_MEDIA_TYPE}"`,
        });
    },
  },
  {
    code: 'property-system-name',
    title: 'A property has the name of a system property',
    about: 'property',
    severity: 'warning',
    why: 'The network accepts such a name. But in the JSON of a document its data is beside the members that the platform fills in, `$id`, `$ownerId`, `$createdAt` and so on: one of two members with the same name is lost.',
    fix: 'Remove the property; name it in "required" to let the platform record it.',
    wrong: note({
      properties: {
        text: { type: 'string', maxLength: 63, position: 0 },
        $createdAt: { type: 'integer', position: 1 },
      },
    }),
    right: note({ required: ['$createdAt'] }),
    check({ name, node, place }, report) {
      if (place === 'system')
        report(node, { message: `"${truncate(name)}" is the name of a system property`, isAtName: true });
    },
  },
];

/** Lists the rules about properties of an index that have no effect. */
export const NO_EFFECT_INDEX_RULES: readonly Rule<'index'>[] = [
  {
    code: 'index-time-not-recorded',
    title: 'An index contains a time or height that is not recorded',
    about: 'index',
    severity: 'warning',
    why: 'The platform records a time or height of a document only if `required` names it: otherwise the index contains only nulls.',
    fix: 'Name it in "required".',
    wrong: indexWith({ properties: [{ $createdAt: 'asc' }] }),
    right: note({
      required: ['$createdAt'],
      indices: [{ name: 'byTime', properties: [{ $createdAt: 'asc' }] }],
    }),
    check({ entries, documentType }, report) {
      for (const entry of entries) {
        const name = String(entry.key);
        if (!GENERATED_PROPERTIES.has(name) || isNamed(name, getMember(documentType.node, 'required')))
          continue;
        report(entry, {
          message: `"${name}" is not in "required" of ${truncate(documentType.name)}: the index contains only nulls`,
          isAtName: true,
        });
      }
    },
  },
];

const isNamed = (name: string, required: JsonNode | undefined): boolean =>
  getItems(required).some((item) => item.kind === 'string' && item.value === name);
