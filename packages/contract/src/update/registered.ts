import { identifierOf } from '../model/identifier.js';
import type { ContractShape } from '../model/contract-frame.js';
import { LIMITS } from '../protocol/limits.js';
import {
  excerpt,
  integerOf,
  member,
  pointerTo,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import type { Source } from '../source/source.js';

/** The registered side of an update, before it is known to be a contract. */
export interface Registered {
  /** Why it cannot be compared with; nothing when it can. */
  readonly fault: string | undefined;
}

/** Why an input cannot be a registered contract whatever the rules were when it was registered, or its root. */
export function readRegistered({ root, fault, depth }: Source): ObjectNode | string {
  if (fault !== undefined) return `it is not JSON: ${fault.message}`;
  if (depth > LIMITS.jsonDepth) return `expected at most ${LIMITS.jsonDepth} levels, found ${depth}`;
  return root?.kind === 'object' ? root : `expected an object, found ${excerpt(root)}`;
}

/** Why a JSON object cannot be a registered contract of this shape. */
export function registeredFault(root: ObjectNode, shape: ContractShape): string | undefined {
  if (shape === 'documents') return typesFault(root);
  const isOfficial = shape === 'official';
  const documents = member(root, isOfficial ? 'documentSchemas' : 'documents');
  return (
    typesFault(documents, !isOfficial) ??
    (isOfficial ? frameFault(root) : undefined) ??
    [isOfficial ? 'schemaDefs' : '$defs', 'config', 'groups', 'tokens']
      .map((name) => mapFault(member(root, name)))
      .find((fault) => fault !== undefined)
  );
}

function typesFault(documents: JsonNode | undefined, isSparable = false): string | undefined {
  if (documents === undefined && isSparable) return undefined;
  if (documents?.kind !== 'object')
    return `expected the document types as an object, found ${excerpt(documents)}`;
  const odd = [...documents.members.values()].find(({ kind }) => kind !== 'object');
  return odd && `expected a document type as an object at ${pointerTo(odd)}, found ${excerpt(odd)}`;
}

function frameFault(root: ObjectNode): string | undefined {
  const name = ['id', 'ownerId'].find((name) => identifierOf(member(root, name)) === undefined);
  if (name !== undefined)
    return `expected ${name} as base58 text of 32 bytes, found ${excerpt(member(root, name))}`;
  const version = member(root, 'version');
  return integerOf(version) === undefined
    ? `expected version as an integer, found ${excerpt(version)}`
    : undefined;
}

function mapFault(node: JsonNode | undefined): string | undefined {
  return node === undefined || node.kind === 'null' || node.kind === 'object'
    ? undefined
    : `expected an object at ${pointerTo(node)}, found ${excerpt(node)}`;
}
