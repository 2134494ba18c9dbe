import type { DocumentType, Property } from '../model/contract-model.js';
import {
  asObject,
  getBoolean,
  getInteger,
  getItems,
  getMember,
  getText,
  type JsonNode,
} from '../source/json-node.js';
import { encodeIdentifier, readIdentifier } from '../model/identifier.js';

/** Names a value that a reference reads: of the document, of its writer, of the reference itself, or fixed. */
export type ReferenceSource =
  | { readonly kind: 'value' }
  | { readonly kind: 'owner' }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'hash'; readonly params: readonly HashParam[] };

/** Names a part of the bytes that a commitment hashes. */
export type HashParam =
  | { readonly kind: 'value' }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'constant'; readonly text: string };

/** Lists the members of `contractRequirements` in the order in which they are judged. */
const REQUIREMENTS = [
  'moderation',
  'minimumAgeSeconds',
  'minimumSecondsSinceUpdate',
  'owner',
  'readonly',
  'keepsHistory',
  'ownerProtected',
] as const;

/** Names what a reference requires of a contract. */
export type RequirementName = (typeof REQUIREMENTS)[number];

/** Holds what a reference requires of a contract, as text. */
export type ContractRequirements = ReadonlyMap<RequirementName, string>;

function readRequirements(node: JsonNode | undefined): ContractRequirements {
  const found = new Map<RequirementName, string>();
  for (const name of REQUIREMENTS) {
    const value = getMember(node, name);
    const read = getText(value) ?? getInteger(value) ?? getBoolean(value);
    if (read !== undefined) found.set(name, String(read));
  }
  return found;
}

/** Represents a reference to something in the state. */
export interface Reference {
  readonly kind: 'reference';
  readonly type: string;
  /** Contract as base58 text; undefined for the own one. */
  readonly contractId: string | undefined;
  readonly documentType: string;
  readonly keyIdProperty: string | undefined;
  readonly identityProperty: string | undefined;
  readonly keyRequirements: Readonly<Partial<Record<'purpose' | 'boundTo', string>>>;
  /** Requirements of a contract by member; empty where nothing is required. */
  readonly contractRequirements: ContractRequirements;
  /** Sources by property of the target; undefined for a reference by id. */
  readonly findBy: ReadonlyMap<string, ReferenceSource> | undefined;
  /** Own paths, or `$ownerId`, by property of the target. */
  readonly where: ReadonlyMap<string, string>;
  readonly inList: string | undefined;
  readonly minimumAgeBlocks: bigint | undefined;
  /** True if a create that reveals deletes the document. */
  readonly consumes: boolean;
}

/** Represents references of which one must hold, or all. */
export interface ReferenceGroup {
  readonly kind: 'anyOf' | 'allOf';
  readonly operands: readonly ReferenceTree[];
}

/** Represents a reference, or references that are combined. */
export type ReferenceTree = Reference | ReferenceGroup;

/** Names what carries a reference. */
export interface ReferenceCarrier {
  /** `$ownerId`, `$creatorId`, or the path of a property. */
  readonly path: string;
  readonly isList: boolean;
  readonly expression: ReferenceTree;
}

/** Reads the references of a type in the order in which the platform judges them. */
export function listCarriers(type: DocumentType): readonly ReferenceCarrier[] {
  const carriers: ReferenceCarrier[] = [];
  const add = (path: string, node: JsonNode | undefined, isList: boolean): void => {
    if (node?.kind === 'object') carriers.push({ path, isList, expression: readExpression(node) });
  };
  add('$ownerId', getMember(type.node, 'ownerRefersTo'), false);
  add('$creatorId', getMember(type.node, 'creatorRefersTo'), false);
  for (const { path, schema } of sortByPosition(type.properties)) {
    add(path, getMember(schema, 'refersTo'), false);
    add(path, getMember(getMember(schema, 'items'), 'refersTo'), true);
  }
  return carriers;
}

const positionOf = ({ node }: Property): bigint => getInteger(getMember(node, 'position')) ?? 0n;

/** Lists properties and those inside them by position. */
function sortByPosition(properties: readonly Property[]): readonly Property[] {
  return properties
    .toSorted((a, b) => Number(positionOf(a) - positionOf(b)))
    .flatMap((property) => [property, ...sortByPosition(property.children)]);
}

function readExpression(node: JsonNode): ReferenceTree {
  for (const kind of ['anyOf', 'allOf'] as const) {
    const operands = getMember(node, kind);
    if (operands !== undefined) return { kind, operands: getItems(operands).map(readExpression) };
  }
  const contract = readIdentifier(getMember(node, 'contractId'));
  const findBy = asObject(getMember(node, 'findBy'));
  const requirements = getMember(node, 'keyRequirements');
  const purpose = getText(getMember(requirements, 'purpose'));
  const boundTo = getText(getMember(requirements, 'boundTo'));
  return {
    kind: 'reference',
    type: getText(getMember(node, 'type')) ?? '',
    contractId: contract === undefined ? undefined : encodeIdentifier(contract),
    documentType: getText(getMember(node, 'documentType')) ?? '',
    keyIdProperty: getText(getMember(node, 'keyIdProperty')),
    identityProperty: getText(getMember(node, 'identityProperty')),
    keyRequirements: {
      ...(purpose === undefined ? {} : { purpose }),
      ...(boundTo === undefined ? {} : { boundTo }),
    },
    contractRequirements: readRequirements(getMember(node, 'contractRequirements')),
    findBy: findBy && new Map([...findBy.members].map(([key, source]) => [key, readSource(source)])),
    where: readTexts(getMember(node, 'where')),
    inList: getText(getMember(node, 'inList')),
    minimumAgeBlocks: getInteger(getMember(node, 'minimumAgeBlocks')),
    consumes: getBoolean(getMember(node, 'consume')) === true,
  };
}

function readTexts(node: JsonNode | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of asObject(node)?.members ?? [])
    if (value.kind === 'string') found.set(key, value.value);
  return found;
}

function readSource(node: JsonNode): ReferenceSource {
  const text = getText(node);
  if (text === '.') return { kind: 'value' };
  if (text === '$ownerId') return { kind: 'owner' };
  if (text !== undefined) return { kind: 'path', path: text };
  return { kind: 'hash', params: getItems(getMember(node, 'params')).map(readParam) };
}

function readParam(node: JsonNode): HashParam {
  const text = getText(node);
  if (text === '.') return { kind: 'value' };
  if (text !== undefined) return { kind: 'path', path: text };
  return { kind: 'constant', text: getText(getMember(node, 'const')) ?? '' };
}

/** Returns whether a reference is that of a reveal: found by the hash of values that the document has. */
export const isReveal = ({ findBy }: Reference): boolean =>
  findBy !== undefined && [...findBy.values()].some(({ kind }) => kind === 'hash');

/** Lists the single references of an expression. */
export function listSingle(expression: ReferenceTree): readonly Reference[] {
  return expression.kind === 'reference' ? [expression] : expression.operands.flatMap(listSingle);
}
