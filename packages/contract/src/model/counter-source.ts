import { getMember, getText } from '../source/json-node.js';
import { listMembers, listReferences, isById, isForeign } from './document-reference.js';
import type { Index } from './document-type.js';
import { listNames } from './index-traits.js';

/** Finds the index whose entries another one counts. */
export function findSource({ node, documentType }: Index): Index | undefined {
  const name = getText(getMember(node, 'summableOffCountIndex'));
  return documentType.indices.find((index) => index.name === name && index.node !== node);
}

/** Lists the properties of a counter that the references in its source fix: each is compared with what never changes. */
export function listCounterValues(counter: Index): string[] {
  const source = findSource(counter);
  if (source === undefined) return [];
  const names = new Set(listNames(source));
  return listReferences(counter.documentType)
    .filter(
      (reference) =>
        names.has(reference.carrier?.path ?? '') &&
        isById(reference) &&
        !isForeign(reference) &&
        !reference.isOperand &&
        (reference.kind === 'permanentDocument' || reference.kind === 'moderatedDocument'),
    )
    .flatMap(({ node }) => listMembers(getMember(node, 'where')).flatMap(([, value]) => getText(value) ?? []));
}
