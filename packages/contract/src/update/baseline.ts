import { readIdentifier } from '../model/identifier.js';
import type { ContractShape } from '../model/contract-model.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getMember, getPointer, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import type { Source } from '../source/source.js';

/** Holds the baseline of an update before it is known to be a contract. */
export interface Baseline {
  /** Why it cannot be compared with; undefined if it can. */
  readonly error: string | undefined;
}

/** Returns the root of a baseline, or why the input cannot be a contract under any rules. */
export function readBaselineRoot({ root, error, depth }: Source): ObjectNode | string {
  if (error !== undefined) return `it is not JSON: ${error.message}`;
  if (depth > LIMITS.jsonDepth)
    return `it has ${depth} levels of nesting: the maximum is ${LIMITS.jsonDepth}`;
  return root?.kind === 'object' ? root : `expected an object, found ${excerpt(root)}`;
}

/** Finds why a JSON object of this shape cannot be a registered contract. */
export function findBaselineError(root: ObjectNode, shape: ContractShape): string | undefined {
  if (shape === 'documents') return findTypesError(root);
  const isOfficial = shape === 'official';
  const documents = getMember(root, isOfficial ? 'documentSchemas' : 'documents');
  return (
    findTypesError(documents, !isOfficial) ??
    (isOfficial ? findFrameError(root) : undefined) ??
    [isOfficial ? 'schemaDefs' : '$defs', 'config', 'groups', 'tokens']
      .map((name) => findMapError(getMember(root, name)))
      .find((error) => error !== undefined)
  );
}

function findTypesError(documents: JsonNode | undefined, isOptional = false): string | undefined {
  if (documents === undefined && isOptional) return undefined;
  if (documents?.kind !== 'object')
    return `expected an object for the document types, found ${excerpt(documents)}`;
  const odd = [...documents.members.values()].find(({ kind }) => kind !== 'object');
  return odd && `expected an object for the document type at ${getPointer(odd)}, found ${excerpt(odd)}`;
}

function findFrameError(root: ObjectNode): string | undefined {
  // A file that was never registered has no id.
  const name = ['id', 'ownerId'].find(
    (name) => root.members.has(name) && readIdentifier(getMember(root, name)) === undefined,
  );
  if (name !== undefined)
    return `expected base58 text of 32 bytes for ${name}, found ${excerpt(getMember(root, name))}`;
  const version = getMember(root, 'version');
  return version !== undefined && getInteger(version) === undefined
    ? `expected an integer for version, found ${excerpt(version)}`
    : undefined;
}

function findMapError(node: JsonNode | undefined): string | undefined {
  return node === undefined || node.kind === 'null' || node.kind === 'object'
    ? undefined
    : `expected an object at ${getPointer(node)}, found ${excerpt(node)}`;
}
