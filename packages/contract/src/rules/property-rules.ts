import { convertMisplaced, isPath } from '../foreign/convert-mongoose.js';
import { EXTENDED_PROPERTY_KEYWORDS } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { describeBefore, describeLater, firstProtocolWith } from '../protocol/protocol-versions.js';
import { describeName, isName } from '../schema/names.js';
import { getMember, asObject, getPointer, getText } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { findDraftErrors } from '../schema/draft-2020-12.js';
import { reportDraftError } from './draft-report.js';
import { IDENTIFIER_PROPERTY, nested, note, noteOf, TEXT_PROPERTY, textWith } from './example.js';
import {
  DEFINITION_KEYWORDS,
  KEYWORD_SHAPES,
  type KeywordShape,
  PROPERTY_KEYWORDS,
} from '../schema/keyword-shape.js';
import { isClosed, PROPERTY_TYPES } from '../schema/property-types.js';
import { readAsNamed } from './named-list.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { addMember, readAsKeyword, replaceBy } from './single-reading.js';
import { fixType } from './type-fix.js';
import { fixUnknownKeyword } from './unknown-keyword.js';
import {
  isArrayOfValues,
  isMisspelled,
  isObjectWithoutType,
  isReference,
  NO_BYTES,
} from './misplaced-schema.js';
import { suggestName } from './suggest-name.js';
import {
  OBJECT_FIX,
  typeOfChoices,
  isTypeList,
  SHORT_TYPES,
  LONG_FORM,
  fixAlternatives,
  fixLength,
  REPLACEMENT_FIXES,
  fixRequired,
  fixExclusive,
} from './property-fixes.js';

const EXTENDED: ReadonlySet<string> = new Set(EXTENDED_PROPERTY_KEYWORDS);

/** Lists the keywords that have rules of their own. */
const OWN_RULES = new Set(['additionalProperties', 'pattern', 'properties']);

/** Selects the keywords whose shapes have no rules of their own, and are not just anything. */
const selectShapes = (keywords: ReadonlyMap<string, KeywordShape>): ReadonlyMap<string, KeywordShape> =>
  new Map([...keywords].filter(([name, shape]) => !OWN_RULES.has(name) && shape !== KEYWORD_SHAPES.anything));

const PROPERTY_SHAPES = selectShapes(PROPERTY_KEYWORDS);

const DEFINITION_SHAPES = selectShapes(DEFINITION_KEYWORDS);

/** Lists the keywords of a property with a system name that other rules check. */
const CHECKED_ELSEWHERE: ReadonlySet<string> = new Set(['type', 'pattern', 'format']);

const CHECKED_WITH_PROPERTIES: ReadonlySet<string> = new Set([...CHECKED_ELSEWHERE, 'properties']);

/** Lists the rules about a property, a property of an object and a definition. */
export const PROPERTY_RULES: readonly Rule<'property'>[] = [
  {
    code: 'property-name',
    title: 'The name of a property is malformed',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `A name has 1 to 64 letters, digits and "_"; ${describeBefore('extendedLanguage')} also "-". Directly under a document type the names of system properties ($createdAt and so on) are allowed, too.`,
    fix: 'Rename the property.',
    wrong: noteOf({ 'my text': TEXT_PROPERTY }),
    right: noteOf({ my_text: TEXT_PROPERTY }),
    check({ name, node, isOpen }, report, protocol) {
      if (!isOpen && !isName(name, protocol))
        report(node, {
          message: `invalid name "${truncate(name)}": a name has ${describeName(protocol)}`,
          isAtName: true,
        });
    },
  },
  {
    code: 'property-not-object',
    title: 'A property is not an object',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'Each property is a schema: an object, not true or false.',
    fix: 'Write a schema.',
    wrong: noteOf({ text: true }),
    right: note(),
    check({ node, place, isOpen, isParsed }, report) {
      if (node.kind === 'object') return;
      // JSON Schema accepts true and false for a system property and inside it; the parser requires an object.
      const passes = isOpen && node.kind === 'boolean';
      if (passes && !isParsed) return;
      const parsed = place === 'system' ? OFFICIAL_ERRORS.value : OFFICIAL_ERRORS.decoding;
      report(node, {
        message: `expected a schema, found ${excerpt(node)}`,
        ...(isArrayOfValues(node) ? { fix: NO_BYTES } : {}),
        ...(node.kind === 'string' && isPath(node.value)
          ? replaceBy(node, convertMisplaced(node.value))
          : {}),
        official: passes ? parsed : OFFICIAL_ERRORS.schema,
      });
    },
  },
  {
    code: 'property-type-missing',
    title: 'A property has no type',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'Every property has a `type`, unless it has a `$ref`.',
    fix: `Add a type: one of ${PROPERTY_TYPES.join(', ')}.`,
    wrong: textWith({ type: undefined }),
    right: note(),
    check({ node, isOpen, isParsed, contract }, report) {
      if (node.kind !== 'object' || node.members.has('type') || isReference(node)) return;
      // A schema that looks like an object passes the meta-schema without a type, and fails in the parser.
      const passes = isOpen || ['properties', 'additionalProperties'].every((name) => node.members.has(name));
      if (passes && !isParsed) return;
      if (!isOpen && isMisspelled('type', node, PROPERTY_KEYWORDS, contract)) return;
      report(node, {
        message: `type is missing: it must be one of ${PROPERTY_TYPES.join(', ')}`,
        official: passes ? OFFICIAL_ERRORS.decoding : OFFICIAL_ERRORS.schema,
        ...(isObjectWithoutType(node) ? { fix: OBJECT_FIX } : typeOfChoices(node)),
      });
    },
  },
  {
    code: 'property-type',
    title: 'A property has an unknown type',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `The types are ${PROPERTY_TYPES.join(', ')}.`,
    fix: 'Choose one of the types.',
    wrong: textWith({ type: 'text' }),
    right: note(),
    check(property, report, { shorthands }) {
      const type = getMember(property.node, 'type');
      if (type === undefined || (type.kind === 'string' && PROPERTY_TYPES.includes(type.value))) return;
      const text = getText(type);
      // A valid list of types, and "null", pass the meta-schema, unless byteArray requires "array".
      const isPlain = getMember(property.node, 'byteArray') === undefined || !isClosed(property);
      const passes = isPlain && (text === 'null' || isTypeList(type, property.isOpen));
      if (passes && !property.isParsed) return;
      const parsed = text === 'null' ? OFFICIAL_ERRORS.structure : OFFICIAL_ERRORS.decoding;
      const official = passes ? parsed : OFFICIAL_ERRORS.schema;
      const instead = fixType(type);
      report(type, {
        message:
          text === undefined
            ? `expected the name of one type, found ${excerpt(type)}`
            : `unknown type ${excerpt(type)}`,
        note:
          !shorthands && SHORT_TYPES.has(text ?? '')
            ? describeLater(firstProtocolWith('shorthands'))
            : `it must be one of ${PROPERTY_TYPES.join(', ')}`,
        official,
        ...(instead ??
          (SHORT_TYPES.has(text ?? '') ? { fix: LONG_FORM } : suggestName(text ?? '', PROPERTY_TYPES))),
      });
    },
  },
  {
    code: 'property-keyword-unknown',
    title: 'A property has an unknown keyword',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The keywords of a property are a closed list, without `default`, `title`, `items`, `allOf`, `oneOf`, `if` and many others of JSON Schema.',
    fix: 'Remove the keyword.',
    wrong: textWith({ default: 'hello' }),
    right: note(),
    check(property, report, protocol) {
      if (!isClosed(property)) return;
      for (const [name, value] of asObject(property.node)?.members ?? [])
        if (!PROPERTY_KEYWORDS.has(name) && !(protocol.extendedLanguage && EXTENDED.has(name)))
          report(value, {
            message: `unknown keyword "${truncate(name)}"`,
            isAtName: true,
            ...(name === 'size' && getText(getMember(property.node, 'type')) === 'bytes'
              ? {
                  note: describeLater(firstProtocolWith('shorthands')),
                  fix: 'Write it as "minItems" and "maxItems".',
                }
              : name === 'items' && isArrayOfValues(property.node)
                ? { note: describeLater(firstProtocolWith('typedArrays')), fix: NO_BYTES }
                : (fixAlternatives(name, value) ??
                  fixLength(name, value) ??
                  fixUnknownKeyword(
                    value,
                    {
                      keywords: PROPERTY_KEYWORDS.keys(),
                      owner: 'property',
                      protocol,
                      instead: REPLACEMENT_FIXES,
                    },
                    property.contract,
                  ))),
          });
    },
  },
  {
    code: 'property-keyword-value',
    title: 'A keyword of a property has a wrong value',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The document meta-schema gives the type of each keyword: lengths are integers from 0, bounds are numbers, `enum` lists different values, and so on.',
    fix: 'Write a value of the type.',
    wrong: textWith({ enum: [] }),
    right: textWith({ enum: ['yes', 'no'] }),
    check({ node, type, isOpen, isParsed, documentType }, report) {
      if (isOpen) {
        // The meta-schema does not apply here, but the parser reads this keyword.
        const media = isParsed && type === 'array' ? getMember(node, 'contentMediaType') : undefined;
        if (media !== undefined && media.kind !== 'string')
          report(media, {
            message: `expected a string for contentMediaType, found ${excerpt(media)}`,
            official: OFFICIAL_ERRORS.decoding,
          });
        return;
      }
      // A definition is not compiled: its counts have no limits, and any value is valid in `contains`.
      const shapes = documentType === undefined ? DEFINITION_SHAPES : PROPERTY_SHAPES;
      for (const [name, value] of asObject(node)?.members ?? []) {
        const shape = shapes.get(name);
        if (shape !== undefined && !shape.fits(value))
          report(value, {
            message: `expected ${shape.expected} for ${name}, found ${excerpt(value)}`,
            ...(name === 'required' && value.kind === 'boolean'
              ? fixRequired(value)
              : (fixExclusive(name, value) ?? readAsKeyword(value, shape))),
          });
      }
    },
  },
  {
    code: 'property-schema-invalid',
    title: 'A schema inside a property is not valid JSON Schema',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The schema in `contains`, and a property with the name of a system property, can have every keyword of JSON Schema, draft 2020-12, with valid values.',
    fix: 'Write a valid value.',
    wrong: noteOf({
      ids: { ...IDENTIFIER_PROPERTY, contentMediaType: undefined, position: 0, contains: { minimum: '1' } },
    }),
    right: noteOf({
      ids: { ...IDENTIFIER_PROPERTY, contentMediaType: undefined, position: 0, contains: { minimum: 1 } },
    }),
    check(property, report) {
      const { documentType, node, contract } = property;
      if (documentType === undefined || node.kind !== 'object' || contract.isOversized) return;
      const hasProperties = asObject(getMember(node, 'properties')) !== undefined;
      const ignored = hasProperties ? CHECKED_WITH_PROPERTIES : CHECKED_ELSEWHERE;
      const errors = isClosed(property)
        ? findDraftErrors(asObject(getMember(node, 'contains')))
        : findDraftErrors(node, { ignored, hasMetaSchema: false });
      for (const error of errors) reportDraftError(error, report);
    },
  },
  {
    code: 'object-member-missing',
    title: 'An object lacks properties or additionalProperties',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A property of type "object" has `properties` and `additionalProperties: false` at the same level.',
    fix: 'Add the member.',
    wrong: nested(
      { city: { type: 'string', maxLength: 63, position: 0 } },
      { additionalProperties: undefined },
    ),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const { node, contract } = property;
      if (!isClosed(property) || getText(getMember(node, 'type')) !== 'object') return;
      const isMissing = (name: string): boolean =>
        getMember(node, name) === undefined && !isMisspelled(name, node, PROPERTY_KEYWORDS, contract);
      if (isMissing('properties')) report(node, { message: 'properties is missing: an object requires it' });
      if (isMissing('additionalProperties'))
        report(node, {
          message: '"additionalProperties": false is missing: an object requires it',
          ...addMember(node, 'additionalProperties', false),
        });
    },
  },
  {
    code: 'object-open',
    title: 'An object allows additional properties',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`additionalProperties` is always false.',
    fix: 'Write "additionalProperties": false.',
    wrong: nested({ city: { type: 'string', maxLength: 63, position: 0 } }, { additionalProperties: true }),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const found = isClosed(property) ? getMember(property.node, 'additionalProperties') : undefined;
      if (found !== undefined && !(found.kind === 'boolean' && !found.value))
        report(found, {
          message: `additionalProperties is ${excerpt(found)}: it must be false`,
          ...(found.kind === 'object'
            ? {}
            : { patch: [{ op: 'replace', path: getPointer(found), value: false }] }),
        });
    },
  },
  {
    code: 'object-properties',
    title: 'An object has no properties, or too many',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `An object has 1 to ${LIMITS.properties} properties.`,
    fix: 'Add a property, or use another type.',
    wrong: nested({}),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const found = isClosed(property) ? getMember(property.node, 'properties') : undefined;
      const count = asObject(found)?.members.size ?? 0;
      if (found === undefined || (count > 0 && count <= LIMITS.properties)) return;
      report(found, {
        message: `properties must be an object of 1 to ${LIMITS.properties} properties, not ${found.kind === 'object' ? count : excerpt(found)}`,
        ...readAsNamed(found, 'property'),
      });
    },
  },
];
