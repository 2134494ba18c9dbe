import { INDEX_FLAGS, TYPE_FLAGS } from '../model/aggregates.js';
import { changesHands, type DocumentType, type Index } from '../model/document-type.js';
import { identifierOf, identifierText } from '../model/identifier.js';
import { GENERATED_PROPERTIES, type HISTORY_OPTIONS, type INTEGER_OPTIONS } from '../protocol/keywords.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import {
  booleanOf,
  integerOf,
  itemsOf,
  member,
  objectOf,
  textOf,
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
import { describeTotals } from './describe-totals.js';

const ACTIONS: readonly TokenCostAction[] = [
  'create',
  'replace',
  'delete',
  'transfer',
  'update_price',
  'purchase',
];

/** A document type of an accepted contract, resolved. */
export function describeDocumentType(type: DocumentType, protocol: ProtocolRules): DocumentTypeDescription {
  const { name, node, contract, mutable } = type;
  const { config, format } = contract;
  const integer = (option: keyof typeof INTEGER_OPTIONS) => smallInteger(member(node, option));
  const flag = (option: string, preset: boolean) => booleanOf(member(node, option)) ?? preset;
  const history = (option: (typeof HISTORY_OPTIONS)[number]) =>
    (protocol.documentTypeKeywords?.has(option) ?? false) && flag(option, false);
  const required = new Set(itemsOf(member(node, 'required')).map(textOf));
  const encryption = integer('requiresIdentityEncryptionBoundedKey');
  const decryption = integer('requiresIdentityDecryptionBoundedKey');
  return {
    name,
    documentsMutable: mutable,
    canBeDeleted: flag('canBeDeleted', config.documentsCanBeDeletedContractDefault),
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
    tokenCost: protocol.tokens ? tokenCosts(node) : {},
    requiresRevision: mutable || changesHands(type),
    hasCreatorId: protocol.creatorId && changesHands(type) && format !== '0' && config.format !== '0',
    recordedTimes: [...GENERATED_PROPERTIES].filter((time) => required.has(time)),
    properties: describeProperties(type),
    indices: type.indices
      .map((index) => describeIndex(index, protocol))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    totals: describeTotals(node, TYPE_FLAGS, protocol),
  };
}

function describeIndex(index: Index, protocol: ProtocolRules): IndexDescription {
  const { node, name, entries, unique, contested } = index;
  return {
    name: name ?? '',
    properties: entries.map(({ key }) => String(key)),
    unique,
    nullSearchable: booleanOf(member(node, 'nullSearchable')) ?? true,
    ...(contested === undefined ? {} : { contested: describeContest(contested) }),
    totals: describeTotals(node, INDEX_FLAGS, protocol),
  };
}

function describeContest(contested: JsonNode): ContestDescription {
  const description = textOf(member(contested, 'description'));
  const matches = new Map<string, string>();
  for (const match of itemsOf(member(contested, 'fieldMatches'))) {
    const field = textOf(member(match, 'field'));
    const pattern = textOf(member(match, 'regexPattern'));
    if (field !== undefined && pattern !== undefined) matches.set(field, pattern);
  }
  return {
    resolution: smallInteger(member(contested, 'resolution')) ?? 0,
    fieldMatches: [...matches].map(([field, regexPattern]) => ({ field, regexPattern })),
    ...(description === undefined ? {} : { description }),
  };
}

function tokenCosts(node: JsonNode): Partial<Record<TokenCostAction, TokenCostDescription>> {
  const costs: Partial<Record<TokenCostAction, TokenCostDescription>> = {};
  for (const action of ACTIONS) {
    const cost = objectOf(member(member(node, 'tokenCost'), action));
    if (cost === undefined) continue;
    const contractId = identifierOf(member(cost, 'contractId'));
    costs[action] = {
      ...(contractId === undefined ? {} : { contractId: identifierText(contractId) }),
      tokenPosition: smallInteger(member(cost, 'tokenPosition')) ?? 0,
      amount: smallInteger(member(cost, 'amount')) ?? 0,
      effect: smallInteger(member(cost, 'effect')) ?? 0,
      gasFeesPaidBy: smallInteger(member(cost, 'gasFeesPaidBy')) ?? 0,
    };
  }
  return costs;
}

/** An integer that the rules keep far below 2^53. */
function smallInteger(node: JsonNode | undefined): number | undefined {
  const value = integerOf(node);
  return value === undefined ? undefined : Number(value);
}
