import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';

/**
 * Bytes that the network charges for an element beside its key and value: the prefix of its tree, hashes, lengths, the link to it, its
 * owner.
 */
const TREE_BYTES = 143;
const CONTRACT_ID_BYTES = 32;
const PREFIX_BYTES = 32;
const ITEM_KEY_BYTES = 1;
const ITEM_LINK_BYTES = 37;
const ITEM_FRAME_BYTES = 103;
/** The balances, frozen accounts, place, supply and first account of a token; the trees of a distribution. Averages. */
const TOKEN_BYTES = 1165;
const DISTRIBUTION_BYTES = 530;

const varintBytes = (value: number): number => (value < 0x80 ? 1 : value < 0x40_00 ? 2 : 3);

/** Returns the bytes of a tree under a key, of which the link to it has a copy. */
const treeBytes = (keyBytes: number): number => TREE_BYTES + 2 * keyBytes;

/**
 * Counts the bytes that the network stores for a new contract: its own, and those of the trees for its document types and the first
 * properties of their indices. Groups are left out, and what counting and summing trees have in addition.
 *
 * Source: `insert_contract` in `packages/rs-drive/src/drive/contract` of dashpay/platform, `merk/src/tree/kv.rs` in dashpay/grovedb.
 * @param tokens how many tokens it has
 * @param distributions how many distributions these have
 */
export function countStorageBytes(contract: Contract, tokens: number, distributions: number): number {
  const { longBytes: bytes, documentTypes } = contract;
  const node = bytes + varintBytes(bytes) + ITEM_FRAME_BYTES;
  const item = PREFIX_BYTES + 2 * ITEM_KEY_BYTES + ITEM_LINK_BYTES + node + varintBytes(node);
  return (
    item +
    treeBytes(CONTRACT_ID_BYTES) +
    treeBytes(ITEM_KEY_BYTES) +
    documentTypes.reduce((sum, type) => sum + documentTypeBytes(type), 0) +
    contestBytes(documentTypes.filter(isContested)) +
    tokens * TOKEN_BYTES +
    distributions * DISTRIBUTION_BYTES
  );
}

const isContested = ({ indices }: DocumentType): boolean =>
  indices.some(({ contested }) => contested !== undefined);

/** The tree of the contests of a contract; for each contested type one with two in it. */
function contestBytes(contested: readonly DocumentType[]): number {
  if (contested.length === 0) return 0;
  return contested.reduce(
    (sum, { name }) => sum + treeBytes(new TextEncoder().encode(name).length) + 2 * treeBytes(ITEM_KEY_BYTES),
    treeBytes(CONTRACT_ID_BYTES),
  );
}

/** The tree of a type, that of its documents, and one for each property that begins an index. */
function documentTypeBytes({ name, indices }: DocumentType): number {
  const encoder = new TextEncoder();
  const first = new Set(
    indices.flatMap(({ entries }) => (entries[0] === undefined ? [] : [String(entries[0].key)])),
  );
  const keys = [name, ...first].map((key) => encoder.encode(key).length);
  return [...keys, ITEM_KEY_BYTES].reduce((sum, key) => sum + treeBytes(key), 0);
}
