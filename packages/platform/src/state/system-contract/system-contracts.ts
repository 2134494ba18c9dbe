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
import { TOKEN_HISTORY_TYPES } from './token-history.js';

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

/** From which protocol on a contract has which document types. */
interface Edition {
  readonly id: string;
  readonly since: number;
  readonly version: number;
  readonly documentSchemas: object;
}

const TRADED_DOMAIN = {
  ...DPNS_TYPES.domain,
  keepsTransferHistory: true,
  keepsPurchaseHistory: true,
  keepsPricingHistory: true,
};

const EDITIONS: readonly Edition[] = [
  { id: DPNS, since: 1, version: 1, documentSchemas: DPNS_TYPES },
  { id: DPNS, since: 13, version: 2, documentSchemas: { ...DPNS_TYPES, domain: TRADED_DOMAIN } },
  { id: DASHPAY, since: 1, version: 1, documentSchemas: DASHPAY_TYPES },
  { id: WITHDRAWALS, since: 1, version: 1, documentSchemas: WITHDRAWAL_TYPES },
  { id: MASTERNODE_REWARDS, since: 1, version: 1, documentSchemas: MASTERNODE_REWARD_TYPES },
  { id: WALLET_UTILITIES, since: 6, version: 1, documentSchemas: WALLET_UTILITY_TYPES },
  { id: TOKEN_HISTORY, since: 9, version: 1, documentSchemas: TOKEN_HISTORY_TYPES },
  { id: KEYWORD_SEARCH, since: 9, version: 1, documentSchemas: KEYWORD_SEARCH_TYPES },
  { id: DOCUMENT_HISTORY, since: 13, version: 1, documentSchemas: DOCUMENT_HISTORY_TYPES },
];

/**
 * Returns the contracts that a network of that protocol comes with: DPNS, DashPay, withdrawals, masternode reward shares, wallet utilities,
 * the one that records changes of tokens, the one by which contracts are found and, from 13 on, the one that records trades. Mainnet and
 * testnet got wallet utilities with protocol 6; a network that is younger than that does not have it.
 *
 * Source: `packages/rs-platform-version/src/version/system_data_contract_versions` in dashpay/platform.
 */
export function systemContracts(protocolVersion: number): SystemContract[] {
  const ids = new Set(EDITIONS.map(({ id }) => id));
  return [...ids].flatMap((id): SystemContract[] => {
    const edition = EDITIONS.findLast((one) => one.id === id && protocolVersion >= one.since);
    if (edition === undefined) return [];
    const { version, documentSchemas } = edition;
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
