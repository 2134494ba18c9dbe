import type { Block } from '../chain/block.js';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import {
  CONTRACT_SPACES,
  contractHashKey,
  contractKey,
  contractVersionKey,
  contractVersionsPrefix,
  contractVersionTime,
} from './contract-keys.js';

/** Properties of an earlier version of a contract that decide how documents are stored. */
export type FormerVersion = Pick<StoredContract, 'version' | 'text' | 'protocolVersion' | 'uncountedTypes'>;

/** Describes a contract as it is stored. */
export interface StoredContract {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** From 1. */
  readonly version: number;
  /** The official JSON. */
  readonly text: string;
  /** The contract as bytes of the network, as it was signed: JSON does not say which types its numbers have. Absent for unsigned ones. */
  readonly sent?: Uint8Array;
  /** The protocol version whose rules it was checked by. */
  readonly protocolVersion: number;
  /** Document types from before protocol 12, whose documents are not counted or summed: an update does not begin to. Absent where there are none. */
  readonly uncountedTypes?: readonly string[];
  /** Earlier versions by which documents may be stored that this one cannot read, the newest first. Absent where there are none. */
  readonly former?: readonly FormerVersion[];
  readonly createdAt: Block;
  /** The block of the last update. */
  readonly updatedAt?: Block;
}

/** Contract with its ids in base58, as its entry has them. */
type ContractEntry = Omit<StoredContract, 'id' | 'ownerId'> & Readonly<Record<'id' | 'ownerId', string>>;

const ENTRY_FORM = storedForm<ContractEntry>();

const contractToBytes = (contract: StoredContract): Uint8Array =>
  ENTRY_FORM.toBytes({
    ...contract,
    id: identifierText(contract.id),
    ownerId: identifierText(contract.ownerId),
  });

const contractBytes = async (view: StoreView, id: Uint8Array): Promise<Uint8Array | undefined> =>
  view.get(contractKey(id));

/** Decodes a stored contract. */
export function contractFromBytes(bytes: Uint8Array): StoredContract {
  const { id, ownerId, ...others } = ENTRY_FORM.fromBytes(bytes);
  return { id: bytesOf(id), ownerId: bytesOf(ownerId), ...others };
}

/** Returns a contract, or nothing when there is none. */
export async function findStoredContract(
  view: StoreView,
  id: Uint8Array,
): Promise<StoredContract | undefined> {
  const bytes = await contractBytes(view, id);
  return bytes === undefined ? undefined : contractFromBytes(bytes);
}

/** Returns all contracts, by the bytes of their ids. */
export async function listStoredContracts(view: StoreView): Promise<StoredContract[]> {
  const from = contractKey();
  const entries = await view.scan({ from, to: behindPrefix(from) });
  return entries.map(({ value }) => contractFromBytes(value));
}

/** Counts the contracts by their hashes, which are quicker to read. */
export async function countContracts(view: StoreView): Promise<number> {
  const from = Uint8Array.of(CONTRACT_SPACES.contractHashes);
  return (await view.scan({ from, to: behindPrefix(from) })).length;
}

/** Stores a contract in place of the one of the same id. */
export function putContract(view: WritableView, contract: StoredContract): void {
  const bytes = contractToBytes(contract);
  view.put(contractKey(contract.id), bytes);
  view.put(contractHashKey(contract.id), doubleHash(bytes));
}

/** Removes a contract; its versions stay. */
export function removeContract(view: WritableView, id: Uint8Array): void {
  view.delete(contractKey(id));
  view.delete(contractHashKey(id));
}

/** Returns the hash of a contract, or nothing when there is none. The same hash is the same contract, and is quicker to read. @param id 32 bytes */
export const findContractHash = (view: StoreView, id: Uint8Array): Promise<Uint8Array | undefined> =>
  view.get(contractHashKey(id));

/** Stores a version of a contract that keeps history; of two versions of one block the later stays. @param time of the block, in milliseconds. */
export function putContractVersion(view: WritableView, contract: StoredContract, time: number): void {
  view.put(contractVersionKey(contract.id, time), contractToBytes(contract));
}

/** Describes a version of a contract. */
export interface ContractVersion {
  /** When it came, in milliseconds. */
  readonly time: number;
  readonly contract: StoredContract;
}

/** Selects versions of a contract. */
export interface VersionPage {
  /** Milliseconds, exclusive. */
  readonly startAt: number;
  readonly limit: number;
  /** True if the latest version comes first; false when absent. */
  readonly latestFirst?: boolean;
}

/** Returns the versions of a contract that keeps history, the oldest first unless the page says otherwise. */
export async function listContractVersions(
  view: StoreView,
  id: Uint8Array,
  { startAt, limit, latestFirst = false }: VersionPage,
): Promise<ContractVersion[]> {
  const range = { from: contractVersionKey(id, startAt + 1), to: behindPrefix(contractVersionsPrefix(id)) };
  const entries = await view.scan({ ...range, limit, reverse: latestFirst });
  return entries.map(({ key, value }) => ({
    time: contractVersionTime(key),
    contract: contractFromBytes(value),
  }));
}
