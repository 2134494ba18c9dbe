import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { pointerOf } from '../source/json-pointer.js';
import { cut, excerpt, member, objectOf, pointerTo, textOf, type JsonNode } from '../source/json-node.js';
import { note, noteOf, TEXT } from './example.js';
import { draftFaults } from './draft-2020-12.js';
import { SHAPES, type KeywordShape } from './keyword-shape.js';
import { rowFault } from './position-row.js';
import { MISSING_POSITIONS, OFFICIAL, type RuleAbout } from './rule.js';
import { isMisspelt, unknownKeyword } from './unknown-name.js';
import { schemaDepth } from '../model/schema-depth.js';

/** Keywords that other schemas have, and what to do here instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['title', 'Remove it, or say it in "description".'],
  ['name', 'Remove it: the name of a document type is the name of its member.'],
  ['indexes', 'Write "indices".'],
]);

/** Keywords of a document type whose value has no rule of its own. */
const KEYWORDS: Readonly<Record<string, KeywordShape>> = {
  required: SHAPES.textSet,
  transient: SHAPES.textList,
  $comment: SHAPES.text,
  description: SHAPES.text,
  minProperties: SHAPES.count,
  maxProperties: SHAPES.count,
  dependentRequired: SHAPES.textSetMap,
};

/** Keywords at the top of a document type that other rules, or the lines below, look at. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...Object.keys(KEYWORDS),
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
  const kept = node.items.filter((item) => !(item.kind === 'string' && GENERATED_PROPERTIES.has(item.value)));
  return SHAPES.textSet.fits({ ...node, items: kept });
}

const DEEP = noteOf({ text: { ...TEXT, examples: [deepObject(LIMITS.schemaDepth)] } });

function deepObject(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
}

/** What holds for an entry of `documentSchemas`. */
export const DOCUMENT_TYPE_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'document-type-name',
    title: 'The name of a document type is malformed',
    about: 'document-type',
    verdict: 'network',
    official: { name: 'InvalidDocumentTypeNameError', code: 10415 },
    why: 'A name has 1 to 64 letters, digits, "_" and "-".',
    mend: 'Rename the document type.',
    wrong: { 'my note': note()['note'] },
    right: { 'my-note': note()['note'] },
    check({ name, node }, report) {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
        report(node, {
          message: `expected a name of 1 to 64 letters, digits, "_" and "-", found "${cut(name)}"`,
          atName: true,
        });
    },
  },
  {
    code: 'document-type-injected-keyword',
    title: 'A document type brings its own $schema or $defs',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.structure,
    why: 'The platform puts `$schema` and `$defs` into each document type itself and refuses those that are there already.',
    mend: 'Remove the member; shared definitions belong to the contract.',
    wrong: note({ $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    right: note(),
    check({ node }, report) {
      for (const name of ['$schema', '$defs']) {
        const found = member(node, name);
        if (found !== undefined)
          report(found, {
            message: `expected no ${name} in a document type, found one`,
            atName: true,
            patch: [{ op: 'remove', path: pointerTo(found) }],
          });
      }
    },
  },
  {
    code: 'document-type-member-missing',
    title: 'A document type lacks a member that it must have',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A document type must have `type`, `properties` and `additionalProperties`.',
    mend: 'Add the member.',
    wrong: note({ additionalProperties: undefined }),
    right: note(),
    check({ node, contract }, report, { documentTypeKeywords }) {
      const presets = { type: 'object', properties: undefined, additionalProperties: false };
      for (const [name, value] of Object.entries(presets)) {
        if (node.members.has(name)) continue;
        if (documentTypeKeywords !== undefined && isMisspelt(name, node, documentTypeKeywords, contract))
          continue;
        const path = pointerTo(node) + pointerOf([name]);
        report(node, {
          message: `expected ${name}, found none`,
          ...(value === undefined ? {} : { mend: `Add "${name}": ${JSON.stringify(value)}.` }),
          ...(value === undefined ? {} : { patch: [{ op: 'add', path, value }] }),
        });
      }
    },
  },
  {
    code: 'document-type-type',
    title: 'A document type is not of type "object"',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'Documents are objects: `type` is exactly "object".',
    mend: 'Write "type": "object".',
    wrong: note({ type: ['object'] }),
    right: note(),
    check({ node }, report) {
      const type = member(node, 'type');
      if (type !== undefined && !(type.kind === 'string' && type.value === 'object'))
        report(type, {
          message: `expected "object", found ${excerpt(type)}`,
          patch: [{ op: 'replace', path: pointerTo(type), value: 'object' }],
        });
    },
  },
  {
    code: 'document-type-open',
    title: 'A document type allows additional properties',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`additionalProperties` must be false: documents hold nothing that the contract does not describe.',
    mend: 'Write "additionalProperties": false.',
    wrong: note({ additionalProperties: true }),
    right: note(),
    check({ node }, report) {
      const found = member(node, 'additionalProperties');
      if (found !== undefined && !SHAPES.false.fits(found))
        report(found, {
          message: `expected false, found ${excerpt(found)}`,
          patch: [{ op: 'replace', path: pointerTo(found), value: false }],
        });
    },
  },
  {
    code: 'document-type-properties',
    title: 'The properties of a document type are none, too many or no object',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `A document type has 1 to ${LIMITS.properties} properties.`,
    mend: 'Add a property, or move some of them into objects.',
    wrong: note({ properties: {} }),
    right: note(),
    check({ propertiesNode }, report) {
      const count = objectOf(propertiesNode)?.members.size ?? 0;
      if (propertiesNode === undefined || (count > 0 && count <= LIMITS.properties)) return;
      const found = propertiesNode.kind === 'object' ? String(count) : excerpt(propertiesNode);
      report(propertiesNode, {
        message: `expected an object of 1 to ${LIMITS.properties} properties, found ${found}`,
      });
    },
  },
  {
    code: 'document-type-keyword-unknown',
    title: 'A document type has a keyword that it may not have',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds: ({ documentTypeKeywords }) => documentTypeKeywords !== undefined,
    why: 'From protocol 12 the members of a document type are a closed list; before, unknown ones are accepted and ignored.',
    mend: 'Remove the keyword, or correct its name.',
    wrong: note({ title: 'A note' }),
    right: note({ description: 'A note' }),
    check({ node, contract }, report, { documentTypeKeywords }) {
      for (const [name, value] of node.members) {
        if (documentTypeKeywords === undefined || documentTypeKeywords.has(name)) continue;
        report(value, {
          message: `expected a keyword of document types, found "${cut(name)}"`,
          atName: true,
          ...unknownKeyword(value, documentTypeKeywords, contract, INSTEAD),
        });
      }
    },
  },
  {
    code: 'document-type-keyword-value',
    title: 'A keyword of a document type has a wrong value',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The document meta-schema says what each keyword may hold: `required` an array of names without repetitions, `description` text, and so on.',
    mend: 'Correct the value.',
    wrong: note({ required: ['text', 'text'] }),
    right: note({ required: ['text'] }),
    check({ node }, report) {
      for (const [name, shape] of Object.entries(KEYWORDS)) {
        const value = member(node, name);
        if (value !== undefined && !fitsKeyword(name, value, shape))
          report(value, { message: `expected ${name} as ${shape.expected}, found ${excerpt(value)}` });
      }
    },
  },
  {
    code: 'document-type-json-schema',
    title: 'A document type is no valid JSON Schema',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds: ({ documentTypeKeywords }) => documentTypeKeywords === undefined,
    why: 'Until protocol 11 a document type may have any keyword besides those of the platform. Those of JSON Schema, draft 2020-12, must be valid in it, and patterns and formats at the top are compiled.',
    mend: 'Correct the value, or remove the keyword.',
    wrong: note({ title: 5 }),
    right: note({ title: 'A note' }),
    check({ node }, report) {
      for (const { node: at, expected } of draftFaults(node, {
        ignored: JUDGED_ELSEWHERE,
        hasMetaSchema: true,
      }))
        report(at, { message: `expected ${expected}, found ${excerpt(at)}` });
      const id = member(node, '$id');
      if (id !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*:[^#]*#?$/.test(textOf(id) ?? ''))
        report(id, { message: `expected an absolute URI as $id, found ${excerpt(id)}` });
    },
  },
  {
    code: 'schema-depth',
    title: 'A schema nests too deep',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: `In the schema of a document type at most ${LIMITS.schemaDepth} objects enclose each other; arrays do not count.`,
    mend: 'Flatten the schema.',
    wrong: DEEP,
    right: note(),
    check({ node }, report) {
      const depth = schemaDepth(node);
      if (depth > LIMITS.schemaDepth)
        report(node, {
          message: `expected at most ${LIMITS.schemaDepth} objects inside each other, found ${depth}`,
        });
    },
  },
  {
    code: 'document-type-property-positions',
    title: 'The positions of the properties leave a gap or come twice',
    about: 'document-type',
    verdict: 'network',
    official: MISSING_POSITIONS,
    why: 'The positions of the properties of a document type are 0, 1, 2 and so on, each once.',
    mend: 'Number the properties from 0 without gaps.',
    wrong: noteOf({ text: { ...TEXT, position: 1 } }),
    right: note(),
    check({ properties, propertiesNode }, report) {
      const fault = rowFault(properties);
      if (fault === undefined) return;
      const [dropped] = objectOf(propertiesNode)?.overridden ?? [];
      if (dropped === undefined) {
        const { node = propertiesNode, message, patch } = fault;
        report(node, { message, patch });
        return;
      }
      // The property that JSON readers drop leaves the gap.
      const name = `"${cut(String(dropped.key))}"`;
      report(dropped, {
        message: `${fault.message}; the name ${name} comes again, and this property is dropped`,
        atName: true,
        mend: `Rename one of the properties ${name}, or remove one and number the rest without gaps.`,
        insteadOf: objectOf(propertiesNode)?.overridden ?? [],
      });
    },
  },
];
