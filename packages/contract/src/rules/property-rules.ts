import { LIMITS } from '../protocol/limits.js';
import {
  cut,
  excerpt,
  itemsOf,
  member,
  objectOf,
  pointerTo,
  textOf,
  type JsonNode,
} from '../source/json-node.js';
import { draftFaults } from './draft-2020-12.js';
import { IDENTIFIER, nested, note, noteOf, TEXT, textWith } from './example.js';
import { DEFINITION_KEYWORDS, PROPERTY_KEYWORDS, SHAPES, type KeywordShape } from './keyword-shape.js';
import { isClosed, TYPES } from './property-types.js';
import { OFFICIAL, type Finding, type RuleAbout } from './rule.js';
import { isMisspelt, misspelling, unknownKeyword } from './unknown-name.js';

/** Keywords of which a rule of their own says what they may hold. */
const OWN_RULES = new Set(['additionalProperties', 'pattern', 'properties']);

/** Keywords of a property with the name of a system property that other rules look at. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set(['type', 'pattern', 'format']);
const JUDGED_WITH_PROPERTIES: ReadonlySet<string> = new Set([...JUDGED_ELSEWHERE, 'properties']);

/** Keywords that other schemas have, and what to do here instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['default', 'Remove it: the platform fills in no values. Let the application do it.'],
  ['title', 'Remove it, or say it in "description".'],
  ['items', 'Remove it: an array holds bytes only ("byteArray": true).'],
  ['nullable', 'Remove it: a property that "required" does not name may be left out.'],
  ['optional', 'Remove it: a property that "required" does not name may be left out.'],
  ['unique', 'Remove it: an index with "unique": true makes values unique.'],
  ['indexed', 'Remove it: "indices" of the document type say what is indexed.'],
]);

const IDENTIFIER_TYPE =
  'Write "type": "array", "byteArray": true, "minItems": 32, "maxItems": 32, "contentMediaType": "application/x.dash.dpp.identifier".';
const TIME_TYPE =
  'Write "integer" for milliseconds since 1970, or "string" with "format": "date-time" and a maxLength. When a document was created the platform knows itself: name "$createdAt" in required.';

/** Types that other languages have, and what to write here instead. */
const TYPES_INSTEAD: ReadonlyMap<string, string> = new Map([
  ['identifier', IDENTIFIER_TYPE],
  ['id', IDENTIFIER_TYPE],
  ['identity', IDENTIFIER_TYPE],
  ['date', TIME_TYPE],
  ['datetime', TIME_TYPE],
  ['timestamp', TIME_TYPE],
  ['bytes', 'Write "type": "array", "byteArray": true, and a maxItems.'],
  ['text', 'Write "string".'],
  ['float', 'Write "number".'],
  ['double', 'Write "number".'],
]);

/** Whether JSON Schema takes a list as a type; its engine does so, too, when the list is empty or repeats a type. */
const isTypeList = (node: JsonNode, isOpen: boolean): boolean =>
  (isOpen ? node.kind === 'array' : SHAPES.choices.fits(node)) &&
  itemsOf(node).every((item) => [...TYPES, 'null'].includes(textOf(item) ?? ''));

/** Whether an array is written as other schemas have it: by what its elements are. */
const isOfNoBytes = (node: JsonNode): boolean =>
  textOf(member(node, 'type')) === 'array' && member(node, 'byteArray') === undefined;

const NO_BYTES =
  'An array holds bytes only: store the elements as text, as properties of an object or as documents of their own; or write "byteArray": true instead of it.';

const isReference = (schema: JsonNode): boolean => member(schema, '$ref') !== undefined;

/** What to do about the value of a keyword, where it shows what is meant. */
function valueMend(name: string, value: JsonNode, shape: KeywordShape): Pick<Finding, 'mend' | 'patch'> {
  if (name === 'required' && value.kind === 'boolean')
    return { mend: 'Remove it, and name the property in "required" of what holds it.' };
  const text = textOf(value) ?? '';
  if (!/^-?\d{1,15}$/.test(text) || !shape.fits(numberNode(value, text))) return {};
  return {
    mend: `Write ${text} without quotes.`,
    patch: [{ op: 'replace', path: pointerTo(value), value: Number(text) }],
  };
}

const numberNode = (place: JsonNode, text: string): JsonNode => ({
  ...place,
  kind: 'number',
  value: Number(text),
  integer: BigInt(text),
});

/** What holds for a property, a property of an object and a definition. */
export const PROPERTY_RULES: readonly RuleAbout<'property'>[] = [
  {
    code: 'property-name',
    title: 'The name of a property is malformed',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A name has 1 to 64 letters, digits, "_" and "-". Directly under a document type the names of the system ($createdAt and so on) may stand, too.',
    mend: 'Rename the property.',
    wrong: noteOf({ 'my text': TEXT }),
    right: noteOf({ 'my-text': TEXT }),
    check({ name, node, isOpen }, report) {
      if (!isOpen && !/^[A-Za-z0-9_-]{1,64}$/.test(name))
        report(node, {
          message: `expected a name of 1 to 64 letters, digits, "_" and "-", found "${cut(name)}"`,
          atName: true,
        });
    },
  },
  {
    code: 'property-not-object',
    title: 'A property is not an object',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'Each property is a schema: an object, not true or false.',
    mend: 'Write a schema.',
    wrong: noteOf({ text: true }),
    right: note(),
    check({ node, place, isOpen, isParsed }, report) {
      if (node.kind === 'object') return;
      // A system property may be true or false for JSON Schema, and so may what is inside; the parser asks for an object.
      const passes = isOpen && node.kind === 'boolean';
      if (passes && !isParsed) return;
      const parsed = place === 'system' ? OFFICIAL.value : OFFICIAL.decoding;
      report(node, {
        message: `expected a schema, found ${excerpt(node)}`,
        official: passes ? parsed : OFFICIAL.schema,
      });
    },
  },
  {
    code: 'property-type-missing',
    title: 'A property has no type',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'Every property has a `type`, unless it refers to a definition.',
    mend: `Add a type: one of ${TYPES.join(', ')}.`,
    wrong: textWith({ type: undefined }),
    right: note(),
    check({ node, isOpen, isParsed, contract }, report) {
      if (node.kind !== 'object' || node.members.has('type') || isReference(node)) return;
      // What looks like an object passes the meta-schema without a type, and fails in the parser.
      const passes = isOpen || ['properties', 'additionalProperties'].every((name) => node.members.has(name));
      if (passes && !isParsed) return;
      if (!isOpen && isMisspelt('type', node, PROPERTY_KEYWORDS, contract)) return;
      report(node, {
        message: `expected a type (${TYPES.join(', ')}), found none`,
        official: passes ? OFFICIAL.decoding : OFFICIAL.schema,
      });
    },
  },
  {
    code: 'property-type',
    title: 'A property has an unknown type',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `The types are ${TYPES.join(', ')}.`,
    mend: 'Choose one of the types.',
    wrong: textWith({ type: 'text' }),
    right: note(),
    check(property, report) {
      const type = member(property.node, 'type');
      if (type === undefined || (type.kind === 'string' && TYPES.includes(type.value))) return;
      const text = textOf(type);
      // A valid list of types, and "null", pass the meta-schema, unless byteArray asks for "array".
      const isPlain = member(property.node, 'byteArray') === undefined || !isClosed(property);
      const passes = isPlain && (text === 'null' || isTypeList(type, property.isOpen));
      if (passes && !property.isParsed) return;
      const parsed = text === 'null' ? OFFICIAL.structure : OFFICIAL.decoding;
      const official = passes ? parsed : OFFICIAL.schema;
      const instead = text === undefined ? undefined : TYPES_INSTEAD.get(text.toLowerCase());
      report(type, {
        message: `expected one of ${TYPES.join(', ')}, found ${excerpt(type)}`,
        official,
        ...(instead === undefined ? misspelling(text ?? '', TYPES) : { mend: instead }),
      });
    },
  },
  {
    code: 'property-keyword-unknown',
    title: 'A property has a keyword that it may not have',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The keywords of a property are a closed list; `default`, `title`, `items`, `allOf`, `oneOf`, `if` and many others of JSON Schema are not in it.',
    mend: 'Remove the keyword, or correct its name.',
    wrong: textWith({ default: 'hello' }),
    right: note(),
    check(property, report) {
      if (!isClosed(property)) return;
      for (const [name, value] of objectOf(property.node)?.members ?? [])
        if (!PROPERTY_KEYWORDS.has(name))
          report(value, {
            message: `expected a keyword of properties, found "${cut(name)}"`,
            atName: true,
            ...(name === 'items' && isOfNoBytes(property.node)
              ? { mend: NO_BYTES }
              : unknownKeyword(value, PROPERTY_KEYWORDS.keys(), property.contract, INSTEAD)),
          });
    },
  },
  {
    code: 'property-keyword-value',
    title: 'A keyword of a property has a wrong value',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The document meta-schema says what each keyword may hold: lengths are integers from 0, bounds are numbers, `enum` lists different values, and so on.',
    mend: 'Correct the value.',
    wrong: textWith({ enum: [] }),
    right: textWith({ enum: ['yes', 'no'] }),
    check({ node, type, isOpen, isParsed, documentType }, report) {
      if (isOpen) {
        // Nothing else is held against the meta-schema here, but the parser reads this one.
        const media = isParsed && type === 'array' ? member(node, 'contentMediaType') : undefined;
        if (media !== undefined && media.kind !== 'string')
          report(media, {
            message: `expected contentMediaType as text, found ${excerpt(media)}`,
            official: OFFICIAL.decoding,
          });
        return;
      }
      // A definition is not compiled: there are no limits to its counts, and any value may stand in `contains`.
      const shapes = documentType === undefined ? DEFINITION_KEYWORDS : PROPERTY_KEYWORDS;
      for (const [name, value] of objectOf(node)?.members ?? []) {
        const shape = shapes.get(name);
        if (shape !== undefined && !OWN_RULES.has(name) && !shape.fits(value))
          report(value, {
            message: `expected ${name} as ${shape.expected}, found ${excerpt(value)}`,
            ...valueMend(name, value, shape),
          });
      }
    },
  },
  {
    code: 'property-schema-invalid',
    title: 'A schema inside a property is no valid JSON Schema',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The schema in `contains`, and a property with the name of a system property, may use every keyword of JSON Schema, draft 2020-12, and must be valid in it.',
    mend: 'Correct the value.',
    wrong: noteOf({
      ids: { ...IDENTIFIER, contentMediaType: undefined, position: 0, contains: { minimum: '1' } },
    }),
    right: noteOf({
      ids: { ...IDENTIFIER, contentMediaType: undefined, position: 0, contains: { minimum: 1 } },
    }),
    check(property, report) {
      if (property.documentType === undefined || property.node.kind !== 'object') return;
      const hasProperties = objectOf(member(property.node, 'properties')) !== undefined;
      const ignored = hasProperties ? JUDGED_WITH_PROPERTIES : JUDGED_ELSEWHERE;
      const faults = isClosed(property)
        ? draftFaults(objectOf(member(property.node, 'contains')))
        : draftFaults(property.node, { ignored, hasMetaSchema: false });
      for (const { node, expected } of faults)
        report(node, { message: `expected ${expected}, found ${excerpt(node)}` });
    },
  },
  {
    code: 'object-member-missing',
    title: 'An object lacks properties or additionalProperties',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A property of type "object" has `properties` and `additionalProperties: false` at the same level.',
    mend: 'Add the member.',
    wrong: nested(
      { city: { type: 'string', maxLength: 63, position: 0 } },
      { additionalProperties: undefined },
    ),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const { node, contract } = property;
      if (!isClosed(property) || textOf(member(node, 'type')) !== 'object') return;
      const isMissing = (name: string): boolean =>
        member(node, name) === undefined && !isMisspelt(name, node, PROPERTY_KEYWORDS, contract);
      if (isMissing('properties')) report(node, { message: 'expected properties in an object, found none' });
      if (isMissing('additionalProperties'))
        report(node, {
          message: 'expected "additionalProperties": false in an object, found none',
          patch: [{ op: 'add', path: `${pointerTo(node)}/additionalProperties`, value: false }],
        });
    },
  },
  {
    code: 'object-open',
    title: 'An object allows additional properties',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`additionalProperties` is false wherever it stands.',
    mend: 'Write "additionalProperties": false.',
    wrong: nested({ city: { type: 'string', maxLength: 63, position: 0 } }, { additionalProperties: true }),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const found = isClosed(property) ? member(property.node, 'additionalProperties') : undefined;
      if (found !== undefined && !(found.kind === 'boolean' && !found.value))
        report(found, {
          message: `expected false, found ${excerpt(found)}`,
          patch: [{ op: 'replace', path: pointerTo(found), value: false }],
        });
    },
  },
  {
    code: 'object-properties',
    title: 'The properties of an object are none, too many or no object',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `An object has 1 to ${LIMITS.properties} properties.`,
    mend: 'Add a property, or use another type.',
    wrong: nested({}),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const found = isClosed(property) ? member(property.node, 'properties') : undefined;
      const count = objectOf(found)?.members.size ?? 0;
      if (found === undefined || (count > 0 && count <= LIMITS.properties)) return;
      report(found, {
        message: `expected an object of 1 to ${LIMITS.properties} properties, found ${found.kind === 'object' ? count : excerpt(found)}`,
      });
    },
  },
];
