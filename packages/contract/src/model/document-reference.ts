import {
  getItems,
  getMember,
  getText,
  asObject,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import type { DocumentType, Property } from './contract-model.js';
import { readIdentifier } from './identifier.js';

/** Names the place of a reference: a property, the elements of a list, the owner or the creator of a document. */
export type ReferencePlace = 'property' | 'element' | 'owner' | 'creator';

/** Holds one reference of a document type: a leaf of `anyOf` and `allOf`. */
export interface DocumentReference {
  readonly holder: DocumentType;
  readonly node: ObjectNode;
  readonly kind: string;
  readonly place: ReferencePlace;
  /** Property that has the reference; undefined for the owner and the creator. */
  readonly carrier: Property | undefined;
  /** Schema of the values that refer: of an element, for a list. */
  readonly carrierSchema: JsonNode | undefined;
  /** Path as the platform names it in errors. */
  readonly path: string;
  /** True if it is an operand of `anyOf` or `allOf`. */
  readonly isOperand: boolean;
  /** True if it, or an expression around it, is an operand of `anyOf`. */
  readonly isAlternative: boolean;
}

/** Holds a whole value of `refersTo`, `ownerRefersTo` or `creatorRefersTo`. */
export interface ReferenceExpression {
  readonly holder: DocumentType;
  readonly node: ObjectNode;
  readonly place: ReferencePlace;
  readonly carrier: Property | undefined;
  readonly leaves: readonly DocumentReference[];
  /** Lists of operands in it. */
  readonly operandLists: readonly OperandList[];
}

/** Holds the operands of `anyOf` or `allOf`. */
export interface OperandList {
  readonly node: JsonNode;
  /** Number of lists around it, itself included. */
  readonly depth: number;
}

const known = new WeakMap<DocumentType, readonly ReferenceExpression[]>();

/** Lists the references of a document type: those of its owner and creator first, then by property. */
export function listReferenceExpressions(type: DocumentType): readonly ReferenceExpression[] {
  const found = known.get(type) ?? findExpressions(type);
  known.set(type, found);
  return found;
}

/** Lists the single references of a document type. */
export const listSingleReferences = (type: DocumentType): DocumentReference[] =>
  listReferenceExpressions(type).flatMap(({ leaves }) => leaves);

function findExpressions(type: DocumentType): ReferenceExpression[] {
  const found: ReferenceExpression[] = [];
  const add = (
    node: JsonNode | undefined,
    place: ReferencePlace,
    carrier?: Property,
    carrierSchema?: JsonNode,
  ): void => {
    if (node?.kind !== 'object') return;
    const path = carrier?.path ?? (place === 'owner' ? '$ownerId' : '$creatorId');
    found.push(readExpression(node, { holder: type, place, carrier, carrierSchema, path }));
  };
  add(getMember(type.node, 'ownerRefersTo'), 'owner');
  add(getMember(type.node, 'creatorRefersTo'), 'creator');
  for (const property of type.fields.values()) {
    if (property.isOpen) continue;
    const own = getMember(property.node, 'refersTo') ?? getMember(property.schema, 'refersTo');
    add(own, 'property', property, property.schema);
    const items = getMember(property.schema, 'items');
    add(getMember(items, 'refersTo'), 'element', property, items);
  }
  return found;
}

type Around = Pick<DocumentReference, 'holder' | 'place' | 'carrier' | 'carrierSchema' | 'path'>;

function readExpression(node: ObjectNode, around: Around): ReferenceExpression {
  const leaves: DocumentReference[] = [];
  const operandLists: OperandList[] = [];
  const visit = (at: ObjectNode, depth: number, isAlternative: boolean): void => {
    const lists = ['anyOf', 'allOf'].flatMap((name) => getMember(at, name) ?? []);
    if (lists.length === 0) {
      const kind = getText(getMember(at, 'type')) ?? '';
      leaves.push({ ...around, node: at, kind, isOperand: depth > 0, isAlternative });
    }
    for (const list of lists) {
      operandLists.push({ node: list, depth: depth + 1 });
      for (const operand of getItems(list))
        if (operand.kind === 'object') visit(operand, depth + 1, isAlternative || list.key === 'anyOf');
    }
  };
  visit(node, 0, false);
  return { ...around, node, leaves, operandLists };
}

/** Lists the kinds of references to documents. */
export const DOCUMENT_KINDS: ReadonlySet<string> = new Set([
  'permanentDocument',
  'moderatedDocument',
  'deletableDocument',
]);

/** Returns whether a reference names a contract other than its own. */
export function isForeign({ node, holder }: DocumentReference): boolean {
  const named = readIdentifier(getMember(node, 'contractId'));
  if (named === undefined) return getMember(node, 'contractId') !== undefined;
  return !hasId(holder.contract.root, named);
}

const hasId = (root: JsonNode, id: Uint8Array): boolean =>
  readIdentifier(getMember(root, 'id'))?.every((byte, at) => byte === id[at]) ?? false;

/** Lists the document types of the contract to which a reference leads; undefined if that contract is not given. */
export function listTargets(
  reference: DocumentReference,
  own: readonly DocumentType[],
): readonly DocumentType[] | undefined {
  if (!isForeign(reference)) return own;
  const id = readIdentifier(getMember(reference.node, 'contractId'));
  const { others } = reference.holder.contract.registration;
  return id && others.find(({ root }) => hasId(root, id))?.documentTypes;
}

/** Returns the document type to which a reference leads, also in another contract that is given; undefined if it is not known. */
export function findTarget(
  reference: DocumentReference,
  own: readonly DocumentType[],
): DocumentType | undefined {
  if (!DOCUMENT_KINDS.has(reference.kind)) return undefined;
  const name = getText(getMember(reference.node, 'documentType'));
  return listTargets(reference, own)?.find((type) => type.name === name);
}

/** Returns whether a reference finds a document by its id: the value itself, or an element of a list. */
export const isById = ({ node, kind }: DocumentReference): boolean =>
  DOCUMENT_KINDS.has(kind) && getMember(node, 'findBy') === undefined;

/** Lists the members of an object with their nodes. */
export const listMembers = (node: JsonNode | undefined): [string, JsonNode][] => [
  ...(asObject(node)?.members ?? []),
];
