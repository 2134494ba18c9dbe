import { ContractError } from '../diagnostic/contract-error.js';
import { decodeIdentifier } from '../model/identifier.js';
import { suggestName } from '../rules/suggest-name.js';
import { excerpt } from '../source/excerpt.js';
import {
  getInteger,
  getItems,
  getPointer,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import type { AssumedContract, AssumedDocument, AssumedState, AssumedTotal } from './assumed-state.js';
import { toData, toPlain } from './data.js';
import { type DocumentWrite, WRITE_ACTIONS, type WriteAction } from './document-write.js';

/** Documents the members of a file of assumptions. */
export const ASSUMPTION_DOCS = {
  action: `the write: ${WRITE_ACTIONS.join(', ')}; create when absent`,
  ownerId: 'identity that owns the document after the write, base58',
  creatorId: 'identity that created the document, base58; that of a create is the owner',
  documentId: 'id of the document, base58',
  stored: 'properties of the stored document, for every action but create',
  system: 'times in milliseconds and heights by name, as they are after the write',
  identities: 'all identities that exist, base58',
  contracts:
    'all contracts that exist, base58; or where it matters {"id", "ownerId"}, and "createdAt", "updatedAt", "readonly", "keepsHistory", "elected": {"electionDelay", "ownerProtected"}',
  tokens: 'all tokens that exist, base58',
  documents:
    'all documents that references can find: {"type", "id", "ownerId", "data"}, and where they matter "creatorId", "contractId", "system", "isRemoved"',
  totals:
    'totals as rules write them, with their value: {"countOf": […], "is": 3} or {"sumOf": […], "is": 3}',
  moderators: 'all identities that moderate the contract, base58',
  keys: 'all keys that references can find: {"identityId", "keyId"}, and where they matter "isDisabled", "purpose", "boundTo"',
  blockHeight: 'height of the block of the write',
  blockTime: 'time of the block of the write, in milliseconds',
} as const;

/** Reports that a file of assumptions cannot be read. */
export class AssumptionsError extends ContractError {
  override readonly name = 'AssumptionsError';

  constructor(node: JsonNode | undefined, message: string) {
    const at = node === undefined ? '' : getPointer(node);
    super({ reason: 'invalid-assumptions', message: at === '' ? message : `${at}: ${message}` });
  }
}

/**
 * Reads a file of assumptions: what surrounds a write of a document, as JSON text.
 *
 * @throws {AssumptionsError} when it is not JSON, or has an unknown member or a value of another type.
 * @example
 * import { readAssumptions } from '@dapikit/contract';
 *
 * readAssumptions('{"action": "delete", "blockHeight": 7}').action; // => 'delete'
 */
export function readAssumptions(text: string): Omit<DocumentWrite, 'document' | 'facts'> {
  const { root, error } = readJson(text);
  if (error !== undefined)
    throw new AssumptionsError(undefined, `the assumptions are not JSON: ${error.message}`);
  const members = readMembers(root, Object.keys(ASSUMPTION_DOCS));
  const { action, ownerId, creatorId, documentId, stored, system } = members;
  return {
    ...(action === undefined ? {} : { action: readAction(action) }),
    ...(ownerId === undefined ? {} : { ownerId: readId(ownerId) }),
    ...(creatorId === undefined ? {} : { creatorId: readId(creatorId) }),
    ...(documentId === undefined ? {} : { documentId: readId(documentId) }),
    ...(stored === undefined ? {} : { stored: readObject(stored) }),
    ...(system === undefined ? {} : { system: readTimes(system) }),
    assume: readState(members),
  };
}

type Members = Readonly<Partial<Record<string, JsonNode>>>;

function readState(members: Members): AssumedState {
  const { identities, contracts, tokens, documents, totals, moderators, keys, blockHeight, blockTime } =
    members;
  return {
    ...(identities === undefined ? {} : { identities: readList(identities).map(readId) }),
    ...(contracts === undefined ? {} : { contracts: readList(contracts).map(readContract) }),
    ...(tokens === undefined ? {} : { tokens: readList(tokens).map(readId) }),
    ...(moderators === undefined ? {} : { moderators: readList(moderators).map(readId) }),
    ...(documents === undefined ? {} : { documents: readList(documents).map(readDocument) }),
    ...(totals === undefined ? {} : { totals: readList(totals).map(readTotal) }),
    ...(keys === undefined ? {} : { keys: readList(keys).map(readKey) }),
    ...(blockHeight === undefined ? {} : { blockHeight: Number(readInteger(blockHeight)) }),
    ...(blockTime === undefined ? {} : { blockTime: Number(readInteger(blockTime)) }),
  };
}

function readMembers(node: JsonNode | undefined, names: readonly string[]): Members {
  const object = expectObject(node);
  for (const [name, value] of object.members) {
    if (names.includes(name)) continue;
    const { suggestion } = suggestName(name, names);
    const hint =
      suggestion === undefined ? `; known are ${names.join(', ')}` : `; did you mean "${suggestion}"?`;
    throw new AssumptionsError(value, `unknown member${hint}`);
  }
  return Object.fromEntries(object.members);
}

function expectObject(node: JsonNode | undefined): ObjectNode {
  if (node?.kind === 'object') return node;
  throw new AssumptionsError(node, `expected an object, found ${excerpt(node)}`);
}

const readObject = (node: JsonNode): unknown => toPlain(toData(expectObject(node)));

function readList(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'array') return getItems(node);
  throw new AssumptionsError(node, `expected a list, found ${excerpt(node)}`);
}

function readId(node: JsonNode): string {
  const text = getText(node);
  if (text !== undefined && decodeIdentifier(text) !== undefined) return text;
  throw new AssumptionsError(node, `expected an identifier, base58 text of 32 bytes, found ${excerpt(node)}`);
}

function readText(node: JsonNode): string {
  const text = getText(node);
  if (text !== undefined) return text;
  throw new AssumptionsError(node, `expected text, found ${excerpt(node)}`);
}

function readInteger(node: JsonNode): bigint {
  const integer = getInteger(node);
  if (integer !== undefined) return integer;
  throw new AssumptionsError(node, `expected an integer, found ${excerpt(node)}`);
}

function readFlag(node: JsonNode): boolean {
  if (node.kind === 'boolean') return node.value;
  throw new AssumptionsError(node, `expected true or false, found ${excerpt(node)}`);
}

function readAction(node: JsonNode): WriteAction {
  const found = WRITE_ACTIONS.find((action) => action === getText(node));
  if (found !== undefined) return found;
  throw new AssumptionsError(node, `expected one of ${WRITE_ACTIONS.join(', ')}, found ${excerpt(node)}`);
}

function readTimes(node: JsonNode): Record<string, number> {
  const entries = [...expectObject(node).members].map(([name, value]) => [name, Number(readInteger(value))]);
  return Object.fromEntries(entries);
}

const DOCUMENT_MEMBERS = ['type', 'id', 'ownerId', 'creatorId', 'contractId', 'data', 'system', 'isRemoved'];

function readDocument(node: JsonNode): AssumedDocument {
  const members = readMembers(node, DOCUMENT_MEMBERS);
  const { creatorId, contractId, data, system, isRemoved } = members;
  return {
    type: readText(expectMember(node, members, 'type')),
    id: readId(expectMember(node, members, 'id')),
    ownerId: readId(expectMember(node, members, 'ownerId')),
    data: data === undefined ? {} : readObject(data),
    ...(creatorId === undefined ? {} : { creatorId: readId(creatorId) }),
    ...(contractId === undefined ? {} : { contractId: readId(contractId) }),
    ...(system === undefined ? {} : { system: readTimes(system) }),
    ...(isRemoved === undefined ? {} : { isRemoved: readFlag(isRemoved) }),
  };
}

const CONTRACT_MEMBERS = ['id', 'ownerId', 'createdAt', 'updatedAt', 'readonly', 'keepsHistory', 'elected'];

function readContract(node: JsonNode): string | AssumedContract {
  if (node.kind !== 'object') return readId(node);
  const members = readMembers(node, CONTRACT_MEMBERS);
  const { ownerId, createdAt, updatedAt, readonly: isReadonly, keepsHistory, elected } = members;
  return {
    id: readId(expectMember(node, members, 'id')),
    ...(ownerId === undefined ? {} : { ownerId: readId(ownerId) }),
    ...(createdAt === undefined ? {} : { createdAt: Number(readInteger(createdAt)) }),
    ...(updatedAt === undefined ? {} : { updatedAt: Number(readInteger(updatedAt)) }),
    ...(isReadonly === undefined ? {} : { readonly: readFlag(isReadonly) }),
    ...(keepsHistory === undefined ? {} : { keepsHistory: readFlag(keepsHistory) }),
    ...(elected === undefined ? {} : { elected: readElection(elected) }),
  };
}

function readElection(node: JsonNode): NonNullable<AssumedContract['elected']> {
  const { electionDelay, ownerProtected } = readMembers(node, ['electionDelay', 'ownerProtected']);
  return {
    ...(electionDelay === undefined ? {} : { electionDelay: Number(readInteger(electionDelay)) }),
    ...(ownerProtected === undefined ? {} : { ownerProtected: readFlag(ownerProtected) }),
  };
}

function expectMember(node: JsonNode, members: Members, name: string): JsonNode {
  const member = members[name];
  if (member !== undefined) return member;
  throw new AssumptionsError(node, `"${name}" is missing`);
}

function readTotal(node: JsonNode): AssumedTotal {
  const members = readMembers(node, ['countOf', 'sumOf', 'is']);
  const { countOf, sumOf } = members;
  const is = readInteger(expectMember(node, members, 'is'));
  if ((countOf === undefined) === (sumOf === undefined))
    throw new AssumptionsError(node, 'a total has either "countOf" or "sumOf"');
  return countOf === undefined
    ? { sumOf: toPlain(toData(expectMember(node, members, 'sumOf'))), is }
    : { countOf: toPlain(toData(countOf)), is };
}

function readKey(node: JsonNode): NonNullable<AssumedState['keys']>[number] {
  const members = readMembers(node, ['identityId', 'keyId', 'isDisabled', 'purpose', 'boundTo']);
  const { isDisabled, purpose, boundTo } = members;
  return {
    identityId: readId(expectMember(node, members, 'identityId')),
    keyId: Number(readInteger(expectMember(node, members, 'keyId'))),
    ...(isDisabled === undefined ? {} : { isDisabled: readFlag(isDisabled) }),
    ...(purpose === undefined ? {} : { purpose: readText(purpose) }),
    ...(boundTo === undefined ? {} : { boundTo: readText(boundTo) }),
  };
}
