import {
  capitalize,
  describeBefore,
  describeSince,
  firstProtocolWith,
} from '../protocol/protocol-versions.js';
import { describeName, isName } from '../schema/names.js';
import { TYPE_WORDS } from '../foreign/type-words.js';
import type { ContractFrame } from '../model/contract-model.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { formatPointer } from '../source/json-pointer.js';
import { getMember, asObject, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { note, noteOf, TEXT_PROPERTY } from './example.js';
import { findDraftErrors } from '../schema/draft-2020-12.js';
import { KEYWORD_SHAPES, type KeywordShape } from '../schema/keyword-shape.js';
import { reportDraftError } from './draft-report.js';
import { findPositionErrors } from './position-sequence.js';
import { readAsNamed } from './named-list.js';
import { MISSING_POSITIONS, OFFICIAL_ERRORS, type Finding, type Rule } from './rule.js';
import { addMember, readAsKeyword } from './single-reading.js';
import { findMisspelled, isMisspelled } from './misplaced-schema.js';
import { fixUnknownKeyword } from './unknown-keyword.js';
import { measureSchemaDepth } from '../model/schema-depth.js';

/** Maps keywords of other schema languages to what to write instead. */
const REPLACEMENT_FIXES: ReadonlyMap<string, string> = new Map([
  ['title', 'Write it into "description".'],
  ['name', 'Remove it: the name of a document type is the name of its member.'],
]);

/** Lists the keywords of a document type that have no rule of their own, by shape. */
const KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['required', KEYWORD_SHAPES.textSet],
  ['transient', KEYWORD_SHAPES.textList],
  ['$comment', KEYWORD_SHAPES.text],
  ['description', KEYWORD_SHAPES.text],
  ['minProperties', KEYWORD_SHAPES.count],
  ['maxProperties', KEYWORD_SHAPES.count],
  ['dependentRequired', KEYWORD_SHAPES.textSetMap],
]);

/** Lists the members that a document type requires, with the value to add where there is only one. */
const REQUIRED_MEMBERS = [
  ['type', 'object'],
  ['properties', undefined],
  ['additionalProperties', false],
] as const;

/** Lists the keywords at the top of a document type that other rules check. */
const CHECKED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...KEYWORDS.keys(),
  '$schema',
  '$defs',
  '$id',
  'type',
  'properties',
  'additionalProperties',
]);

function fitsKeyword(name: string, node: JsonNode, shape: KeywordShape): boolean {
  if (shape.fits(node)) return true;
  if (name !== 'required' || node.kind !== 'array') return false;
  const remaining = node.items.filter(
    (item) => !(item.kind === 'string' && GENERATED_PROPERTIES.has(item.value)),
  );
  return KEYWORD_SHAPES.textSet.fits({ ...node, items: remaining });
}

const DEEP = noteOf({ text: { ...TEXT_PROPERTY, examples: [deepObject(LIMITS.schemaDepth)] } });

function deepObject(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
}

/** Suggests to remove a member of a document type that only a contract has, or to move the definitions to the contract. */
function moveOrRemove(found: JsonNode, { shape }: ContractFrame): Pick<Finding, 'fix' | 'patch'> {
  if (found.kind !== 'object' && found.kind !== 'array')
    return { patch: [{ op: 'remove', path: getPointer(found) }] };
  if (found.key === '$schema') return { fix: 'Remove it: a contract does not choose its dialect.' };
  if (shape === 'documents')
    return { fix: 'Put the document types into "documents", and the definitions into "$defs" beside it.' };
  return {
    fix: `Move the definitions into "${shape === 'official' ? 'schemaDefs' : '$defs'}" of the contract.`,
  };
}

/** Returns whether "object" can replace the type of a document type: it is no schema, and no type of a property. */
function isTypeOfObject(type: JsonNode): boolean {
  if (type.kind === 'array') return type.items.every((item) => item.kind !== 'object');
  const isWord =
    TYPE_WORDS.has(getText(type)?.toLowerCase() ?? '') && getText(type)?.toLowerCase() !== 'object';
  return type.kind !== 'object' && (!isWord || getMember(type.parent, 'properties') !== undefined);
}

/** Lists the rules about an entry of `documentSchemas`. */
export const DOCUMENT_TYPE_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'document-type-name',
    title: 'The name of a document type is malformed',
    about: 'document-type',
    severity: 'network',
    official: { name: 'InvalidDocumentTypeNameError', code: 10415 },
    why: `A name has 1 to 64 letters, digits and "_"; ${describeBefore('extendedLanguage')} also "-".`,
    fix: 'Rename the document type.',
    wrong: { 'my note': note()['note'] },
    right: { my_note: note()['note'] },
    check({ name, node }, report, protocol) {
      if (!isName(name, protocol))
        report(node, {
          message: `invalid name "${truncate(name)}": a name has ${describeName(protocol)}`,
          isAtName: true,
        });
    },
  },
  {
    code: 'document-type-injected-keyword',
    title: 'A document type has its own $schema or $defs',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    why: 'The platform adds `$schema` and `$defs` to each document type and rejects a type that has them.',
    fix: 'Remove the member; shared definitions are members of the contract.',
    wrong: note({ $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    right: note(),
    check({ node, contract }, report) {
      for (const name of ['$schema', '$defs']) {
        const found = getMember(node, name);
        if (found !== undefined)
          report(found, {
            message: `${name} is not allowed in a document type`,
            isAtName: true,
            ...moveOrRemove(found, contract),
          });
      }
    },
  },
  {
    code: 'document-type-member-missing',
    title: 'A document type lacks a required member',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A document type has `type`, `properties` and `additionalProperties`.',
    fix: 'Add the member.',
    wrong: note({ additionalProperties: undefined }),
    right: note(),
    check({ node, contract }, report, { documentTypeKeywords }) {
      for (const [name, value] of REQUIRED_MEMBERS) {
        if (node.members.has(name)) continue;
        if (documentTypeKeywords !== undefined && isMisspelled(name, node, documentTypeKeywords, contract))
          continue;
        const path = getPointer(node) + formatPointer([name]);
        // Up to protocol 11 any member is allowed, and reported by no other rule.
        const misspelled =
          documentTypeKeywords === undefined ? findMisspelled(name, node, contract) : undefined;
        if (misspelled !== undefined) {
          const found = truncate(String(misspelled.key));
          report(misspelled, {
            message: `${name} is missing`,
            note: `"${found}" is probably a misspelling of it`,
            isAtName: true,
            fix: `Rename "${found}" to "${name}".`,
            patch: [{ op: 'move', from: getPointer(misspelled), path }],
          });
          continue;
        }
        report(node, {
          message: `${name} is missing`,
          ...(value === undefined
            ? {
                fix: `Add "${name}": ${JSON.stringify({ text: TEXT_PROPERTY })}, with the properties of the document.`,
              }
            : addMember(node, name, value)),
        });
      }
    },
  },
  {
    code: 'document-type-type',
    title: 'A document type is not of type "object"',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'Documents are objects: `type` is exactly "object".',
    fix: 'Write "type": "object".',
    wrong: note({ type: ['object'] }),
    right: note(),
    check({ node }, report) {
      const type = getMember(node, 'type');
      if (type !== undefined && !(type.kind === 'string' && type.value === 'object'))
        report(type, {
          message: `type is ${excerpt(type)}: it must be "object"`,
          ...(isTypeOfObject(type)
            ? { patch: [{ op: 'replace', path: getPointer(type), value: 'object' }] }
            : {}),
        });
    },
  },
  {
    code: 'document-type-open',
    title: 'A document type allows additional properties',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`additionalProperties` is false: documents have only the properties that the contract describes.',
    fix: 'Write "additionalProperties": false.',
    wrong: note({ additionalProperties: true }),
    right: note(),
    check({ node }, report) {
      const found = getMember(node, 'additionalProperties');
      if (found !== undefined && !KEYWORD_SHAPES.false.fits(found))
        report(found, {
          message: `additionalProperties is ${excerpt(found)}: it must be false`,
          ...(found.kind === 'object'
            ? {}
            : { patch: [{ op: 'replace', path: getPointer(found), value: false }] }),
        });
    },
  },
  {
    code: 'document-type-properties',
    title: 'A document type has no properties, or too many',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `A document type has 1 to ${LIMITS.properties} properties.`,
    fix: 'Add a property, or move some of them into objects.',
    wrong: note({ properties: {} }),
    right: note(),
    check({ propertiesNode }, report) {
      const count = asObject(propertiesNode)?.members.size ?? 0;
      if (propertiesNode === undefined || (count > 0 && count <= LIMITS.properties)) return;
      const found = propertiesNode.kind === 'object' ? String(count) : excerpt(propertiesNode);
      report(propertiesNode, {
        message: `properties must be an object of 1 to ${LIMITS.properties} properties, not ${found}`,
        ...readAsNamed(propertiesNode, 'property'),
      });
    },
  },
  {
    code: 'document-type-keyword-unknown',
    title: 'A document type has an unknown keyword',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive: ({ closedDocumentTypes }) => closedDocumentTypes,
    why: `${capitalize(describeSince('closedDocumentTypes'))} the keywords of a document type are a closed list; before, the network ignores unknown ones.`,
    fix: 'Remove the keyword.',
    wrong: note({ title: 'A note' }),
    right: note({ description: 'A note' }),
    check({ node, contract }, report, protocol) {
      const { documentTypeKeywords } = protocol;
      for (const [name, value] of node.members) {
        if (documentTypeKeywords === undefined || documentTypeKeywords.has(name)) continue;
        report(value, {
          message: `unknown keyword "${truncate(name)}"`,
          isAtName: true,
          ...fixUnknownKeyword(
            value,
            {
              keywords: documentTypeKeywords,
              owner: 'document-type',
              protocol,
              instead: REPLACEMENT_FIXES,
            },
            contract,
          ),
        });
      }
    },
  },
  {
    code: 'document-type-keyword-value',
    title: 'A keyword of a document type has a wrong value',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The document meta-schema gives the type of each keyword: `required` is an array of different names, `description` is text, and so on.',
    fix: 'Write a value of the type.',
    wrong: note({ required: ['text', 'text'] }),
    right: note({ required: ['text'] }),
    check({ node }, report) {
      for (const [name, shape] of KEYWORDS) {
        const value = getMember(node, name);
        if (value !== undefined && !fitsKeyword(name, value, shape))
          report(value, {
            message: `expected ${shape.expected} for ${name}, found ${excerpt(value)}`,
            ...readAsKeyword(value, shape),
          });
      }
    },
  },
  {
    code: 'document-type-json-schema',
    title: 'A document type is not a valid JSON Schema',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive: ({ closedDocumentTypes }) => !closedDocumentTypes,
    why: `Until protocol ${firstProtocolWith('closedDocumentTypes') - 1} a document type can have other keywords. Keywords of JSON Schema, draft 2020-12, must have valid values, and patterns and formats at the top are compiled.`,
    fix: 'Correct the value, or remove the keyword.',
    wrong: note({ title: 5 }),
    right: note({ title: 'A note' }),
    check({ node, contract }, report) {
      if (contract.isOversized) return;
      for (const error of findDraftErrors(node, { ignored: CHECKED_ELSEWHERE, hasMetaSchema: true }))
        reportDraftError(error, report);
      const id = getMember(node, '$id');
      if (id !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*:[^#]*#?$/.test(getText(id) ?? ''))
        report(id, { message: `expected an absolute URI for $id, found ${excerpt(id)}` });
    },
  },
  {
    code: 'schema-depth',
    title: 'A schema is nested too deeply',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: `The schema of a document type has at most ${LIMITS.schemaDepth} nested objects; arrays do not count.`,
    fix: 'Flatten the schema.',
    wrong: DEEP,
    right: note(),
    check({ node }, report) {
      const depth = measureSchemaDepth(node);
      if (depth > LIMITS.schemaDepth)
        report(node, {
          message: `the schema has ${depth} nested objects: the maximum is ${LIMITS.schemaDepth}`,
        });
    },
  },
  {
    code: 'document-type-property-positions',
    title: 'The positions of the properties have a gap or a repetition',
    about: 'document-type',
    severity: 'network',
    official: MISSING_POSITIONS,
    why: 'The positions of the properties of a document type are 0, 1, 2 and so on, each once.',
    fix: 'Number the properties from 0 without gaps.',
    wrong: noteOf({ text: { ...TEXT_PROPERTY, position: 1 } }),
    right: note(),
    check({ properties, propertiesNode }, report) {
      const errors = findPositionErrors(properties);
      const [error] = errors;
      if (error === undefined) return;
      const [dropped] = asObject(propertiesNode)?.overridden ?? [];
      if (dropped === undefined) {
        for (const { node = propertiesNode, ...finding } of errors) report(node, finding);
        return;
      }
      // The property that JSON readers drop leaves the gap.
      const name = `"${truncate(String(dropped.key))}"`;
      report(dropped, {
        message: `${error.message}; the name ${name} is repeated, and this property is dropped`,
        isAtName: true,
        fix: `Rename one of the properties ${name}, or remove one and number the rest without gaps.`,
        replaces: asObject(propertiesNode)?.overridden ?? [],
      });
    },
  },
];
