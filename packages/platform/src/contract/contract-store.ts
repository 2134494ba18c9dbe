import type { Block } from '../block.js';
import { doubleHash } from '../bytes/double-hash.js';
import { storedForm } from '../bytes/stored-value.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../store/store.js';
import {
  CONTRACT_SPACES,
  contractHashKey,
  contractKey,
  contractVersionKey,
  contractVersionsPrefix,
  contractVersionTime,
} from './contract-keys.js';

/** A contract as it is stored. */
export interface StoredContract {
  /** Base58. */
  readonly id: string;
  /** Base58. */
  readonly ownerId: string;
  /** From 1. */
  readonly version: number;
  /** The official JSON. */
  readonly text: string;
  /** The protocol version whose rules it was held against. */
  readonly protocolVersion: number;
  readonly createdAt: Block;
  /** The block of the last update. */
  readonly updatedAt?: Block;
}

const CONTRACT_FORM = storedForm<StoredContract>();

const contractBytes = async (view: StoreView, id: string): Promise<Uint8Array | undefined> =>
  view.get(contractKey(id));

/** What is stored of a contract. */
export const contractFromBytes = (bytes: Uint8Array): StoredContract => CONTRACT_FORM.fromBytes(bytes);

/** A contract, or nothing when there is none. */
export async function storedContract(view: StoreView, id: string): Promise<StoredContract | undefined> {
  const bytes = await contractBytes(view, id);
  return bytes === undefined ? undefined : contractFromBytes(bytes);
}

/** All contracts, by the bytes of their ids. */
export async function storedContracts(view: StoreView): Promise<StoredContract[]> {
  const from = contractKey();
  const entries = await view.scan({ from, to: behindPrefix(from) });
  return entries.map(({ value }) => contractFromBytes(value));
}

/** How many contracts there are: as many as hashes, which are quicker to read. */
export async function countContracts(view: StoreView): Promise<number> {
  const from = Uint8Array.of(CONTRACT_SPACES.contractHashes);
  return (await view.scan({ from, to: behindPrefix(from) })).length;
}

/** Stores a contract in place of the one of the same id. */
export function putContract(view: WritableView, contract: StoredContract): void {
  const bytes = CONTRACT_FORM.toBytes(contract);
  view.put(contractKey(contract.id), bytes);
  view.put(contractHashKey(contract.id), doubleHash(bytes));
}

/** Removes a contract; its versions stay. */
export function removeContract(view: WritableView, id: string): void {
  view.delete(contractKey(id));
  view.delete(contractHashKey(id));
}

/** The hash of a contract, or nothing when there is none. The same hash is the same contract, and is quicker to read. */
export const contractHash = async (view: StoreView, id: string): Promise<Uint8Array | undefined> =>
  view.get(contractHashKey(id));

/** Keeps a version of a contract that keeps history; of two versions of one block the later stays. */
export function putContractVersion(view: WritableView, contract: StoredContract): void {
  const { time } = contract.updatedAt ?? contract.createdAt;
  view.put(contractVersionKey(contract.id, time), CONTRACT_FORM.toBytes(contract));
}

/** A version of a contract. */
export interface ContractVersion {
  /** When it came, in milliseconds. */
  readonly time: number;
  readonly contract: StoredContract;
}

/** The versions of a contract that keeps history, the oldest first. @param startAt milliseconds, exclusive. */
export async function contractVersions(
  view: StoreView,
  id: string,
  { startAt, limit }: { readonly startAt: number; readonly limit: number },
): Promise<ContractVersion[]> {
  const from = contractVersionKey(id, startAt + 1);
  const entries = await view.scan({ from, to: behindPrefix(contractVersionsPrefix(id)), limit });
  return entries.map(({ key, value }) => ({
    time: contractVersionTime(key),
    contract: contractFromBytes(value),
  }));
}
