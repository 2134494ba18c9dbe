import { getMember } from '../source/json-node.js';
import { listSingleReferences, type DocumentReference } from './document-reference.js';
import type { DocumentType, Index } from './contract-model.js';

/** Holds an index property that is read from the document to which a reference leads. */
export interface DerivedProperty {
  readonly name: string;
  /** Reference of the own property; undefined for one of several, as in `anyOf`. */
  readonly reference: DocumentReference | undefined;
  /** Name of the own property. */
  readonly own: string;
  /** Path in the referenced document. */
  readonly path: string;
}

/** Reads the name of an index property that is derived: a property with `refersTo`, a dot, and a path in its target. */
export function readDerived(type: DocumentType, name: string): DerivedProperty | undefined {
  const dot = name.indexOf('.');
  const own = name.slice(0, dot);
  const carrier = dot === -1 ? undefined : type.fields.get(own);
  if (carrier === undefined || carrier.type === 'object' || getMember(carrier.node, 'refersTo') === undefined)
    return undefined;
  const [reference, ...others] = listSingleReferences(type).filter((each) => each.carrier === carrier);
  return { name, own, path: name.slice(dot + 1), reference: others.length === 0 ? reference : undefined };
}

/** Lists the derived properties of an index with their entries. */
export const listDerived = ({ entries, documentType }: Index) =>
  entries.flatMap((entry) => {
    const derived = readDerived(documentType, String(entry.key));
    return derived === undefined ? [] : [{ entry, derived }];
  });
