import { getMember, type ObjectNode } from '../source/json-node.js';
import type { ContractShape } from './contract-model.js';

/** Names the form of an input; `'auto'` detects it. */
export type Form = 'auto' | 'contract' | 'documents';

const OFFICIAL_MEMBERS = ['$formatVersion', '$format_version', 'documentSchemas', 'schemaDefs', 'ownerId'];

/**
 * Distinguishes a whole contract from a bare map of document types, and the official JSON from the specification's
 * form.
 */
export function detectShape(root: ObjectNode, form: Form): ContractShape {
  if (form === 'documents') return 'documents';
  if (OFFICIAL_MEMBERS.some((name) => isContractMember(root, name))) return 'official';
  const isWhole =
    form === 'contract' || ['documents', '$defs', 'tokens'].some((name) => isContractMember(root, name));
  return isWhole ? 'specification' : 'documents';
}

/** Returns whether a member exists and is not a document type of the same name. */
function isContractMember(root: ObjectNode, name: string): boolean {
  const node = getMember(root, name);
  if (node === undefined) return false;
  const type = getMember(node, 'type');
  return !(type?.kind === 'string' || getMember(getMember(node, 'properties'), 'type')?.kind === 'object');
}
