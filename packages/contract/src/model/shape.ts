import { member, type ObjectNode } from '../source/json-node.js';
import type { ContractShape } from './contract-frame.js';

/** What an input is said to be; `'auto'` tells by its shape. */
export type Form = 'auto' | 'contract' | 'documents';

const OFFICIAL_MEMBERS = ['$formatVersion', '$format_version', 'documentSchemas', 'schemaDefs', 'ownerId'];

/** Tells a whole contract from a bare map of document types, and the official JSON from the specification's form. */
export function shapeOf(root: ObjectNode, form: Form): ContractShape {
  if (form === 'documents') return 'documents';
  if (OFFICIAL_MEMBERS.some((name) => isContractMember(root, name))) return 'official';
  const isWhole =
    form === 'contract' || ['documents', '$defs', 'tokens'].some((name) => isContractMember(root, name));
  return isWhole ? 'specification' : 'documents';
}

/** Whether a member is there and is no document type that only happens to have that name. */
function isContractMember(root: ObjectNode, name: string): boolean {
  const node = member(root, name);
  if (node === undefined) return false;
  const type = member(node, 'type');
  return !(type?.kind === 'string' || member(member(node, 'properties'), 'type')?.kind === 'object');
}
