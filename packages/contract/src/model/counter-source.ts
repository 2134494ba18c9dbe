import { getMember, getText } from '../source/json-node.js';
import {
  isById,
  isForeign,
  listMembers,
  listSingleReferences,
  type DocumentReference,
} from './document-reference.js';
import type { Index } from './contract-model.js';
import { listNames } from './index-traits.js';

/** Finds the index whose entries another one counts. */
export function findSource({ node, documentType }: Index): Index | undefined {
  const name = getText(getMember(node, 'summableOffCountIndex'));
  return documentType.indices.find((index) => index.name === name && index.node !== node);
}

/** Lists the references in the source of a counter that can fix its other properties. */
export function listCounterReferences(counter: Index): DocumentReference[] {
  const source = findSource(counter);
  if (source === undefined) return [];
  const names = new Set(listNames(source));
  return listSingleReferences(counter.documentType).filter(
    (reference) =>
      names.has(reference.carrier?.path ?? '') &&
      isById(reference) &&
      !isForeign(reference) &&
      !reference.isOperand &&
      (reference.kind === 'permanentDocument' || reference.kind === 'moderatedDocument'),
  );
}

/** Lists the properties of a counter that the references in its source fix: each is compared with a value of the target. */
export const listCounterValues = (counter: Index): string[] =>
  listCounterReferences(counter).flatMap(({ node }) =>
    listMembers(getMember(node, 'where')).flatMap(([, value]) => getText(value) ?? []),
  );
