import type { DocumentType } from '../model/contract-model.js';
import { getInteger, getMember } from '../source/json-node.js';
import type { DocumentTypeDescription } from './contract-description.js';

/** Describes how long documents live. */
export function describeLife({ node }: DocumentType): Pick<DocumentTypeDescription, 'ttl'> {
  const ttl = getInteger(getMember(node, 'ttl'));
  return ttl === undefined ? {} : { ttl: Number(ttl) };
}
