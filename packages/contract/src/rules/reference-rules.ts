import { resolveReference } from '../model/reference.js';
import type { DocumentType } from '../model/contract-model.js';
import { LIMITS } from '../protocol/limits.js';
import { getPlainValue, isExact, isRecord } from '../foreign/plain-value.js';
import { getMember, asObject, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { formatPointer } from '../source/json-pointer.js';
import { note, noteOf, withDefinitions } from './example.js';
import { needMembers, OFFICIAL_ERRORS, type Rule } from './rule.js';
import type { SingleReading } from './single-reading.js';
import { suggestName } from './suggest-name.js';

const INVALID_REFERENCE = { name: 'InvalidJsonSchemaRefError', code: 10207 } as const;

const WORD = { type: 'string', maxLength: 10 };
const REFERRING = noteOf({ text: { $ref: '#/$defs/word', position: 0 } });

interface Reference {
  readonly node: JsonNode;
  readonly text: string;
  readonly target: JsonNode | undefined;
  /** True if another reference, or this one, led to its target before. */
  isRepeated: boolean;
}

/**
 * Finds the references in a document type in the order of the platform: it walks the schema with the definitions
 * added, follows each reference where it is, and rejects a target that it visited before.
 */
function references(documentType: DocumentType): Reference[] {
  if (!documentType.hasReferences || documentType.contract.isOversized) return [];
  const known = followed.get(documentType);
  if (known !== undefined) return known;
  const found = follow(documentType);
  followed.set(documentType, found);
  return found;
}

/** A definition as plain JSON, with the length of its text. */
interface Definition {
  readonly value: Readonly<Record<string, unknown>>;
  readonly length: number;
}

/** Reads the target of a reference, unless that has a reference of its own or numbers that would be rounded. */
function readDefinition(target: JsonNode | undefined): Definition | undefined {
  const value = target && isExact(target) ? getPlainValue(target) : undefined;
  if (!isRecord(value)) return undefined;
  const text = JSON.stringify(value);
  return text.includes('"$ref"') ? undefined : { value, length: text.length };
}

/** Suggests to write a definition in the place of a reference to it. */
function inline({ parent }: JsonNode, definition: Definition | undefined): SingleReading {
  const place = parent && isExact(parent) ? getPlainValue(parent) : undefined;
  if (parent === undefined || definition === undefined || !isRecord(place)) return {};
  const { $ref: _, ...others } = place;
  return { patch: [{ op: 'replace', path: getPointer(parent), value: { ...definition.value, ...others } }] };
}

/** Caches the references of a type: three rules use them. */
const followed = new WeakMap<DocumentType, Reference[]>();

function follow({ node, contract }: DocumentType): Reference[] {
  const found: Reference[] = [];
  const visited = new Set<JsonNode>();
  const known = new Map<JsonNode, Reference>();
  const queue: JsonNode[] = [node, ...(asObject(contract.defsNode)?.members.values() ?? [])].toReversed();
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at.kind === 'array') queue.push(...at.items.toReversed());
    if (at.kind !== 'object') continue;
    for (const [name, value] of [...at.members].toReversed()) {
      const text = name === '$ref' ? getText(value) : undefined;
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

/** Suggests the definition that an unknown target is probably a misspelling of. */
function suggestTarget(text: string, { contract }: DocumentType): { readonly suggestion?: string } {
  const [, name] = /^\s*#\/\$?(?:defs|definitions)\/([^/]*?)\s*$/i.exec(text) ?? [];
  const names = [...(asObject(contract.defsNode)?.members.keys() ?? [])];
  if (name === undefined || contract.isOversized) return {};
  const isSame = (known: string): boolean => known.toLowerCase() === name.toLowerCase();
  const { suggestion = names.find(isSame) } = suggestName(name, names);
  return suggestion === undefined ? {} : { suggestion: `#/$defs${formatPointer([suggestion])}` };
}

/** Lists the rules about `$ref` anywhere in a document type. */
export const REFERENCE_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'reference-unresolved',
    title: 'A reference has no target',
    about: 'document-type',
    severity: 'network',
    official: INVALID_REFERENCE,
    why: '`$ref` is a local pointer: "#/$defs/name" to a definition of the contract, or "#/properties/name".',
    fix: 'Define the target, or write the schema inline.',
    wrong: noteOf({ text: { $ref: '#/$defs/word', position: 0 } }),
    right: note(),
    check(subject, report) {
      for (const { node, text, target } of references(subject))
        if (target === undefined)
          report(node, {
            message: `unknown target "${truncate(text)}"`,
            ...suggestTarget(text, subject),
          });
    },
  },
  {
    code: 'reference-repeated',
    title: 'A definition is referenced twice',
    about: 'document-type',
    severity: 'network',
    official: INVALID_REFERENCE,
    why: 'A document type can reference each target once: the platform takes the second reference for a cycle. A definition with a reference of its own fails in the same way.',
    fix: 'Write the schema inline instead of the second reference.',
    wrong: withDefinitions(
      { word: WORD },
      noteOf({ text: { $ref: '#/$defs/word', position: 0 }, other: { $ref: '#/$defs/word', position: 1 } }),
    ),
    right: note(),
    check(subject, report) {
      const repeated = references(subject).filter(({ isRepeated }) => isRepeated);
      const definitions = new Map<JsonNode | undefined, Definition | undefined>();
      for (const { target } of repeated)
        if (!definitions.has(target)) definitions.set(target, readDefinition(target));
      const added = repeated.reduce((sum, { target }) => sum + (definitions.get(target)?.length ?? 0), 0);
      // Otherwise the contract would be rejected for its size.
      const isSmall = subject.contract.bytes + added <= LIMITS.transitionBytes;
      for (const { node, text, target } of repeated)
        report(node, {
          message: `repeated reference to "${truncate(text)}": each target can be referenced once`,
          ...(isSmall ? inline(node, definitions.get(target)) : {}),
        });
    },
  },
  {
    code: 'reference-disabled',
    title: 'A reference is used',
    about: 'document-type',
    severity: 'specification',
    why: 'The specification disables `$ref`. The network follows references within a contract.',
    fix: 'Write the schema inline instead of the reference.',
    wrong: withDefinitions({ word: WORD }, REFERRING),
    right: note(),
    check(subject, report) {
      const found = references(subject);
      // A reference that the network rejects must be fixed first.
      if (found.some(({ target, isRepeated }) => target?.kind !== 'object' || isRepeated)) return;
      for (const { node, text } of found)
        report(node, {
          message: `$ref "${truncate(text)}" is disabled by the specification; the network accepts it`,
        });
    },
  },
];

/** Returns whether another rule checks a node as a schema, or it has at least a type. */
const isSchema = (node: JsonNode, definitions: JsonNode | undefined): boolean =>
  (node.parent !== undefined && (node.parent === definitions || node.parent.key === 'properties')) ||
  getMember(node, 'type') !== undefined;

/** Lists the rules about the reference of a property. */
export const REFERENCE_SHAPE_RULES: readonly Rule<'property'>[] = needMembers(
  ['$ref'],
  [
    {
      code: 'reference-shape',
      title: 'A reference is not a local pointer',
      about: 'property',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: '`$ref` is text that points to a schema.',
      fix: 'Write "#/$defs/name", or write the schema inline.',
      wrong: noteOf({ text: { $ref: 5, position: 0 } }),
      right: note(),
      check({ node }, report) {
        const reference = getMember(node, '$ref');
        if (reference !== undefined && reference.kind !== 'string')
          report(reference, { message: `expected a string for $ref, found ${excerpt(reference)}` });
      },
    },
    {
      code: 'reference-no-schema',
      title: 'The target of a reference is not a schema',
      about: 'property',
      severity: 'network',
      official: OFFICIAL_ERRORS.decoding,
      why: 'The parser replaces `$ref` by its target, which must be the schema of a property.',
      fix: 'Refer to a definition or to a property, or write the schema inline.',
      wrong: noteOf({ text: { $ref: '#/type', position: 0 } }),
      right: note(),
      check({ node, documentType, contract }, report) {
        const reference = getMember(node, '$ref');
        if (reference?.kind !== 'string' || documentType === undefined) return;
        const target = resolveReference(reference.value, documentType.node, contract.defsNode);
        if (target === undefined || isSchema(target, contract.defsNode)) return;
        // The platform rejects a target that contains the reference as a cycle.
        for (let at: JsonNode | undefined = node; at !== undefined; at = at.parent) if (at === target) return;
        report(reference, {
          message: `"${truncate(reference.value)}" is ${excerpt(target)}, not a schema`,
        });
      },
    },
  ],
);
