import { resolveReference } from '../model/reference.js';
import type { DocumentType } from '../model/document-type.js';
import { cut, excerpt, member, textOf, type JsonNode } from '../source/json-node.js';
import { note, noteOf, withDefinitions } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const INVALID_REFERENCE = { name: 'InvalidJsonSchemaRefError', code: 10207 } as const;

const WORD = { type: 'string', maxLength: 10 };
const REFERRING = noteOf({ text: { $ref: '#/$defs/word', position: 0 } });

interface Reference {
  readonly node: JsonNode;
  readonly text: string;
  readonly target: JsonNode | undefined;
  readonly isRepeated: boolean;
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
  const reported = new Set<JsonNode>();
  const queue: JsonNode[] = [node, ...contract.definitions.values()].toReversed();
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at.kind === 'array') queue.push(...at.items.toReversed());
    if (at.kind !== 'object') continue;
    for (const [name, value] of [...at.members].toReversed()) {
      const text = name === '$ref' ? textOf(value) : undefined;
      if (text === undefined) {
        if (value.kind === 'object' || value.kind === 'array') queue.push(value);
        continue;
      }
      const target = resolveReference(text, node, contract.definitions);
      const isRepeated = target !== undefined && visited.has(target);
      if (!reported.has(value)) found.push({ node: value, text, target, isRepeated });
      reported.add(value);
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
      if (found.some(({ target, isRepeated }) => target === undefined || isRepeated)) return;
      for (const { node, text } of found)
        report(node, { message: `expected no $ref, found "${cut(text)}"; the network would let it pass` });
    },
  },
];

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
];
