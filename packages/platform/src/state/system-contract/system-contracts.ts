import { protocolAt, SYSTEM_CONTRACTS, type SystemContractName } from '@dapikit/contract';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { DASHPAY_TYPES } from './dashpay.js';
import { KEYWORD_SEARCH_TYPES } from './keyword-search.js';
import { DOCUMENT_HISTORY_TYPES } from './document-history.js';
import { MASTERNODE_REWARD_TYPES } from './masternode-rewards.js';
import { WALLET_UTILITY_TYPES } from './wallet-utilities.js';
import { WITHDRAWAL_TYPES } from './withdrawals.js';
import { DPNS_TYPES } from './dpns.js';
import {
  DASHPAY,
  DOCUMENT_HISTORY,
  DPNS,
  KEYWORD_SEARCH,
  MASTERNODE_REWARDS,
  SYSTEM_IDS,
  SYSTEM_OWNER,
  TOKEN_HISTORY,
  WALLET_UTILITIES,
  WITHDRAWALS,
} from './system-ids.js';
import { TOKEN_HISTORY_TYPES, TOKEN_HISTORY_TYPES_2 } from './token-history.js';

/** Describes a contract that the network comes with. */
export interface SystemContract {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** 32 bytes; no identity has it. */
  readonly ownerId: Uint8Array;
  /** From 1. */
  readonly version: number;
  /** The contract in the official JSON. */
  readonly text: string;
}

/** Contract with the document types of each of its versions, from 1. */
interface Editions {
  readonly id: string;
  readonly documentSchemas: readonly object[];
}

const TRADED_DOMAIN = {
  ...DPNS_TYPES.domain,
  keepsTransferHistory: true,
  keepsPurchaseHistory: true,
  keepsPricingHistory: true,
};

const EDITIONS: Readonly<Record<SystemContractName, Editions>> = {
  dpns: { id: DPNS, documentSchemas: [DPNS_TYPES, { ...DPNS_TYPES, domain: TRADED_DOMAIN }] },
  dashpay: { id: DASHPAY, documentSchemas: [DASHPAY_TYPES] },
  withdrawals: { id: WITHDRAWALS, documentSchemas: [WITHDRAWAL_TYPES] },
  masternodeRewards: { id: MASTERNODE_REWARDS, documentSchemas: [MASTERNODE_REWARD_TYPES] },
  walletUtilities: { id: WALLET_UTILITIES, documentSchemas: [WALLET_UTILITY_TYPES] },
  tokenHistory: { id: TOKEN_HISTORY, documentSchemas: [TOKEN_HISTORY_TYPES, TOKEN_HISTORY_TYPES_2] },
  keywordSearch: { id: KEYWORD_SEARCH, documentSchemas: [KEYWORD_SEARCH_TYPES] },
  documentHistory: { id: DOCUMENT_HISTORY, documentSchemas: [DOCUMENT_HISTORY_TYPES] },
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(EDITIONS).map(([name, { id }]) => [id, name]),
);

/** Lists the ids, in base58, of the contracts that the network comes with by their names. */
export const SYSTEM_CONTRACT_IDS: ReadonlyMap<string, string> = new Map(
  Object.entries(EDITIONS).map(([name, { id }]) => [name, id]),
);

/** Returns the name of a contract that the network comes with; nothing for another one. @param id in base58 */
export const systemContractName = (id: string): string | undefined => NAMES.get(id);

/**
 * Returns the contracts that a network of that protocol comes with, in the versions of its row. Mainnet and testnet got wallet utilities with
 * protocol 6; a network that is younger than that does not have it.
 *
 * Source: `packages/rs-platform-version/src/version/system_data_contract_versions` in dashpay/platform.
 */
export function systemContracts(protocolVersion: number): SystemContract[] {
  const versions = protocolAt(protocolVersion).systemContracts;
  return SYSTEM_CONTRACTS.flatMap((name): SystemContract[] => {
    const version = versions[name] ?? 0;
    const { id, documentSchemas: editions } = EDITIONS[name];
    const documentSchemas = editions[version - 1];
    if (documentSchemas === undefined) return [];
    const contract = {
      $formatVersion: '1',
      id,
      ownerId: SYSTEM_OWNER,
      version,
      config: CONFIG,
      documentSchemas,
    };
    return [{ id: bytesOf(id), ownerId: SYSTEM_IDS.owner, version, text: JSON.stringify(contract) }];
  });
}

const CONFIG = {
  $formatVersion: '1',
  canBeDeleted: false,
  readonly: false,
  keepsHistory: false,
  documentsKeepHistoryContractDefault: false,
  documentsMutableContractDefault: true,
  documentsCanBeDeletedContractDefault: true,
  requiresIdentityEncryptionBoundedKey: null,
  requiresIdentityDecryptionBoundedKey: null,
  sizedIntegerTypes: true,
};
