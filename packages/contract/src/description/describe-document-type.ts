import { INDEX_FLAGS, TYPE_FLAGS } from '../model/aggregates.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { canOwnerDelete } from '../model/type-traits.js';
import { readIdentifier, encodeIdentifier } from '../model/identifier.js';
import {
  ACTIONS,
  GENERATED_PROPERTIES,
  type HISTORY_OPTIONS,
  type INTEGER_OPTIONS,
} from '../protocol/keywords.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import {
  getBoolean,
  getInteger,
  getItems,
  getMember,
  asObject,
  getText,
  type JsonNode,
} from '../source/json-node.js';
import type {
  ContestDescription,
  DocumentTypeDescription,
  IndexDescription,
  TokenCostAction,
  TokenCostDescription,
} from './contract-description.js';
import { describeProperties } from './describe-properties.js';
import { describeAggregates } from './describe-aggregates.js';
import { extendedParts } from './extended-description.js';

/** Describes a document type of an accepted contract. @param documentTypes all types of the contract */
export function describeDocumentType(
  type: DocumentType,
  protocol: ProtocolRules,
  documentTypes: readonly DocumentType[],
): DocumentTypeDescription {
  const { name, node, contract, isMutable } = type;
  const { config, format } = contract;
  const integer = (option: keyof typeof INTEGER_OPTIONS) => readSmallInteger(getMember(node, option));
  const flag = (option: string, preset: boolean) => getBoolean(getMember(node, option)) ?? preset;
  const history = (option: (typeof HISTORY_OPTIONS)[number]) =>
    (protocol.documentTypeKeywords?.has(option) ?? false) && flag(option, false);
  const required = new Set(getItems(getMember(node, 'required')).map(getText));
  const encryption = integer('requiresIdentityEncryptionBoundedKey');
  const decryption = integer('requiresIdentityDecryptionBoundedKey');
  return {
    name,
    documentsMutable: isMutable,
    canBeDeleted: canOwnerDelete(type) === 'yes',
    documentsKeepHistory: flag('documentsKeepHistory', config.documentsKeepHistoryContractDefault),
    keepsTransferHistory: history('keepsTransferHistory'),
    keepsPurchaseHistory: history('keepsPurchaseHistory'),
    keepsPricingHistory: history('keepsPricingHistory'),
    transferable: integer('transferable') ?? 0,
    tradeMode: integer('tradeMode') ?? 0,
    creationRestrictionMode: integer('creationRestrictionMode') ?? 0,
    signatureSecurityLevelRequirement: integer('signatureSecurityLevelRequirement') ?? 2,
    ...(encryption === undefined ? {} : { requiresIdentityEncryptionBoundedKey: encryption }),
    ...(decryption === undefined ? {} : { requiresIdentityDecryptionBoundedKey: decryption }),
    tokenCost: protocol.tokens ? describeTokenCosts(node) : {},
    requiresRevision: isMutable || canChangeOwner(type),
    hasCreatorId: protocol.creatorId && canChangeOwner(type) && format !== '0' && config.format !== '0',
    recordedTimes: [...GENERATED_PROPERTIES].filter((time) => required.has(time)),
    properties: describeProperties(type),
    ...describeIndices(type, protocol, documentTypes),
    aggregates: describeAggregates(node, TYPE_FLAGS, protocol),
    ...extendedParts.describeType(type, protocol, documentTypes),
  };
}

function describeIndices(
  { indices }: DocumentType,
  protocol: ProtocolRules,
  documentTypes: readonly DocumentType[],
): Pick<DocumentTypeDescription, 'indices' | 'counters'> {
  const all = indices
    .map((index) => describeIndex(index, protocol, documentTypes))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const counters = all.filter(({ countsEntriesOf }) => countsEntriesOf !== undefined);
  if (counters.length === 0) return { indices: all };
  return {
    indices: all.filter((index) => !counters.includes(index)),
    counters,
  };
}

function describeIndex(
  index: Index,
  protocol: ProtocolRules,
  documentTypes: readonly DocumentType[],
): IndexDescription {
  const { node, name, entries, unique, contested } = index;
  return {
    name: name ?? '',
    properties: entries.map(({ key }) => String(key)),
    unique,
    nullSearchable: getBoolean(getMember(node, 'nullSearchable')) ?? true,
    ...(contested === undefined ? {} : { contested: describeContest(contested) }),
    ...extendedParts.describeIndex(index, protocol, documentTypes),
    aggregates: describeAggregates(node, INDEX_FLAGS, protocol),
  };
}

function describeContest(contested: JsonNode): ContestDescription {
  const description = getText(getMember(contested, 'description'));
  const matches = new Map<string, string>();
  for (const match of getItems(getMember(contested, 'fieldMatches'))) {
    const field = getText(getMember(match, 'field'));
    const pattern = getText(getMember(match, 'regexPattern'));
    if (field !== undefined && pattern !== undefined) matches.set(field, pattern);
  }
  return {
    resolution: readSmallInteger(getMember(contested, 'resolution')) ?? 0,
    fieldMatches: [...matches].map(([field, regexPattern]) => ({ field, regexPattern })),
    ...(description === undefined ? {} : { description }),
  };
}

function describeTokenCosts(node: JsonNode): Partial<Record<TokenCostAction, TokenCostDescription>> {
  const costs: Partial<Record<TokenCostAction, TokenCostDescription>> = {};
  for (const action of ACTIONS) {
    const cost = asObject(getMember(getMember(node, 'tokenCost'), action));
    if (cost === undefined) continue;
    const contractId = readIdentifier(getMember(cost, 'contractId'));
    costs[action] = {
      ...(contractId === undefined ? {} : { contractId: encodeIdentifier(contractId) }),
      tokenPosition: readSmallInteger(getMember(cost, 'tokenPosition')) ?? 0,
      amount: readSmallInteger(getMember(cost, 'amount')) ?? 0,
      effect: readSmallInteger(getMember(cost, 'effect')) ?? 0,
      gasFeesPaidBy: readSmallInteger(getMember(cost, 'gasFeesPaidBy')) ?? 0,
      ...(getBoolean(getMember(cost, 'optional')) === true && { optional: true as const }),
    };
  }
  return costs;
}

/** Reads an integer that the rules keep far below 2^53. */
function readSmallInteger(node: JsonNode | undefined): number | undefined {
  const value = getInteger(node);
  return value === undefined ? undefined : Number(value);
}
