import type { DocumentType, Index } from './contract-model.js';
import {
  findTarget,
  isById,
  isForeign,
  listMembers,
  listSingleReferences,
  type DocumentReference,
} from './document-reference.js';
import { listNames } from './index-traits.js';
import { isKeptByRecord } from './type-traits.js';
import { getMember, getText } from '../source/json-node.js';

/** Pairs the values of a reference with the properties that they make: "$id" for the reference itself. */
type Bindings = ReadonlyMap<string, string>;

/** Reads which properties a reference determines; undefined if it leads to nothing that stays. */
function readBindings(reference: DocumentReference): Bindings | undefined {
  const own = reference.carrier?.path;
  if (own === undefined || reference.place !== 'property' || reference.isOperand) return undefined;
  if (!isById(reference) || isForeign(reference) || reference.kind === 'deletableDocument') return undefined;
  const pairs = listMembers(getMember(reference.node, 'where')).flatMap(
    ([path, value]): [string, string][] => {
      const source = getText(value);
      return source === undefined || source === '$ownerId' ? [] : [[source, path]];
    },
  );
  return new Map([...pairs, [own, '$id']]);
}

/** Holds a reference that determines an index, with the property of the target by which it does so for each of its properties. */
export interface Determination {
  readonly reference: DocumentReference;
  readonly target: DocumentType | undefined;
  /** Paths in the target, by the properties of the index. */
  readonly paths: readonly string[];
}

/** Lists the references that determine all properties of an index. */
export const listDeterminations = (index: Index, types: readonly DocumentType[]): Determination[] =>
  listSingleReferences(index.documentType).flatMap((reference) => {
    const bindings = readBindings(reference);
    const paths = listNames(index).map((name) => bindings?.get(name));
    return paths.every((path) => path !== undefined)
      ? [{ reference, target: findTarget(reference, types), paths }]
      : [];
  });

/** Returns whether the values of an index stay readable when the document goes that determines them: a record keeps them, or it never goes. */
export const isReadableForGood = ({ reference, target, paths }: Determination): boolean =>
  reference.kind !== 'moderatedDocument' ||
  target === undefined ||
  paths.every((path) => isKeptByRecord(target, path));
