import { resolveReference } from '../model/reference.js';
import type { DocumentType } from '../model/document-type.js';
import { cut, excerpt, member, objectOf, textOf, type JsonNode } from '../source/json-node.js';
import { note, noteOf, withDefinitions } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const INVALID_REFERENCE = { name: 'InvalidJsonSchemaRefError', code: 10207 } as const;

const WORD = { type: 'string', maxLength: 10 };
const REFERRING = noteOf({ text: { $ref: '#/$defs/word', position: 0 } });

interface Reference {
  readonly node: JsonNode;
  readonly text: string;
  readonly target: JsonNode | undefined;
  /** Whether its target was come to before, by another reference or by this one. */
  isRepeated: boolean;
}

/**
 * The references in a document type as the platform finds them: it walks the schema with the definitions put in,
 * follows each reference where it stands, and refuses to come to a target twice.
 */
function references(documentType: DocumentType): Reference[] {
  const known = followed.get(documentType);
  if (known !== undefined) return known;
  const found = follow(documentType);
  followed.set(documentType, found);
  return found;
}

/** Three rules ask for the references of a type. */
const followed = new WeakMap<DocumentType, Reference[]>();

function follow({ node, contract }: DocumentType): Reference[] {
  const found: Reference[] = [];
  if (contract.isOversized) return found;
  const visited = new Set<JsonNode>();
  const known = new Map<JsonNode, Reference>();
  const queue: JsonNode[] = [node, ...(objectOf(contract.defsNode)?.members.values() ?? [])].toReversed();
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at.kind === 'array') queue.push(...at.items.toReversed());
    if (at.kind !== 'object') continue;
    for (const [name, value] of [...at.members].toReversed()) {
      const text = name === '$ref' ? textOf(value) : undefined;
      if (text === undefined) {
        if (value.kind === 'object' || value.kind === 'array') queue.push(value);
        continue;
      }
      const target = resolveReference(text, node, contract.defsNode);
      const isRepeated = target !== undefined && visited.has(target);
      const reference = known.get(value);
      if (reference === undefined) {
        const added = { node: value, text, target, isRepeated };
        known.set(value, added);
        found.push(added);
      } else if (isRepeated) reference.isRepeated = true;
      if (target === undefined || isRepeated) continue;
      visited.add(target);
      queue.push(target);
    }
  }
  return found;
}

/** What holds for `$ref`, anywhere in a document type. */
export const REFERENCE_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'reference-unresolved',
    title: 'A reference leads nowhere',
    about: 'document-type',
    verdict: 'network',
    official: INVALID_REFERENCE,
    why: '`$ref` is a local pointer: "#/$defs/name" to a definition of the contract, or "#/properties/name".',
    mend: 'Define what is referred to, or write the schema out.',
    wrong: noteOf({ text: { $ref: '#/$defs/word', position: 0 } }),
    right: note(),
    check(subject, report) {
      for (const { node, text, target } of references(subject))
        if (target === undefined)
          report(node, { message: `expected a reference to something in this schema, found "${cut(text)}"` });
    },
  },
  {
    code: 'reference-repeated',
    title: 'A definition is referred to twice',
    about: 'document-type',
    verdict: 'network',
    official: INVALID_REFERENCE,
    why: 'In one document type each target may be referred to once: the platform takes the second reference for a cycle. A definition that itself refers on fails in the same way.',
    mend: 'Write the schema out in place of the second reference.',
    wrong: withDefinitions(
      { word: WORD },
      noteOf({ text: { $ref: '#/$defs/word', position: 0 }, other: { $ref: '#/$defs/word', position: 1 } }),
    ),
    right: note(),
    check(subject, report) {
      for (const { node, text, isRepeated } of references(subject))
        if (isRepeated)
          report(node, {
            message: `expected one reference to each target, found another one to "${cut(text)}"`,
          });
    },
  },
  {
    code: 'reference-disabled',
    title: 'A reference is used',
    about: 'document-type',
    verdict: 'specification',
    why: 'The specification disables `$ref`. The network follows references within a contract.',
    mend: 'Write the schema out in place of the reference.',
    wrong: withDefinitions({ word: WORD }, REFERRING),
    right: note(),
    check(subject, report) {
      const found = references(subject);
      // Where a reference is refused by the network, that has to be mended first.
      if (found.some(({ target, isRepeated }) => target?.kind !== 'object' || isRepeated)) return;
      for (const { node, text } of found)
        report(node, { message: `expected no $ref, found "${cut(text)}"; the network would let it pass` });
    },
  },
];

/** Whether a node stands where a schema must stand, so that it is checked there, or has at least a type. */
const isSchema = (node: JsonNode, definitions: JsonNode | undefined): boolean =>
  (node.parent !== undefined && (node.parent === definitions || node.parent.key === 'properties')) ||
  member(node, 'type') !== undefined;

/** What holds for a reference where a property has one. */
export const REFERENCE_SHAPE_RULES: readonly RuleAbout<'property'>[] = [
  {
    code: 'reference-shape',
    title: 'A reference is no local pointer',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`$ref` is text; what it leads to, a schema.',
    mend: 'Write "#/$defs/name", or write the schema out.',
    wrong: noteOf({ text: { $ref: 5, position: 0 } }),
    right: note(),
    check({ node }, report) {
      const reference = member(node, '$ref');
      if (reference !== undefined && reference.kind !== 'string')
        report(reference, { message: `expected $ref as text, found ${excerpt(reference)}` });
    },
  },
  {
    code: 'reference-no-schema',
    title: 'A reference leads to what is no schema',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.decoding,
    why: 'The parser puts what `$ref` leads to in its place, and that must be the schema of a property.',
    mend: 'Refer to a definition or to a property, or write the schema out.',
    wrong: noteOf({ text: { $ref: '#/type', position: 0 } }),
    right: note(),
    check({ node, documentType, contract }, report) {
      const reference = member(node, '$ref');
      if (reference?.kind !== 'string' || documentType === undefined) return;
      const target = resolveReference(reference.value, documentType.node, contract.defsNode);
      if (target === undefined || isSchema(target, contract.defsNode)) return;
      // What holds the reference itself is refused as a cycle.
      for (let at: JsonNode | undefined = node; at !== undefined; at = at.parent) if (at === target) return;
      report(reference, {
        message: `expected a reference to a schema, found ${excerpt(target)} at "${cut(reference.value)}"`,
      });
    },
  },
];
