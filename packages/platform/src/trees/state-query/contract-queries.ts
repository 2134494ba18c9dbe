import { distinctIdentifiers } from '../../base/bytes/identifier-order.js';
import { listContractVersions } from '../../state/contract/contract-store.js';
import type { StateContext } from './state-context.js';
import { publishedBytes } from '../state-tree/wire-contract.js';

/** Selects the newest versions of a contract. */
export interface ContractVersionPage {
  /** Milliseconds, exclusive. */
  readonly startAtMs: number;
  readonly limit: number;
  /** Number of the newest versions that are left out. */
  readonly offset: number;
}

/** Queries contracts of one state. Ids have 32 bytes, contracts are bytes of the network. */
export interface ContractQueries {
  contract(id: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns whether there is a contract that keeps history. */
  keepsContractHistory(id: Uint8Array): Promise<boolean>;
  /** Returns each id once, in the order of the bytes. */
  contracts(
    ids: readonly Uint8Array[],
  ): Promise<readonly { readonly id: Uint8Array; readonly bytes: Uint8Array | undefined }[]>;
  /** Returns the newest versions of a contract that keeps history, the oldest of them first. */
  contractHistory(
    id: Uint8Array,
    page: ContractVersionPage,
  ): Promise<readonly { readonly time: number; readonly bytes: Uint8Array }[]>;
}

/** Returns the queries of contracts of a state. */
export function contractQueries({ view, contracts }: StateContext): ContractQueries {
  const find = async (id: Uint8Array): Promise<Uint8Array | undefined> => {
    const found = await contracts.findContract(view, id);
    return found && publishedBytes(found);
  };
  return {
    contract: async (id) => find(id),
    keepsContractHistory: async (id) =>
      (await contracts.findContract(view, id))?.description.config.keepsHistory ?? false,
    contracts: async (ids) => {
      const distinct = distinctIdentifiers(ids);
      return Promise.all(distinct.map(async (id) => ({ id, bytes: await find(id) })));
    },
    contractHistory: async (id, { startAtMs, limit, offset }) => {
      const page = { startAt: startAtMs, limit: offset + limit, latestFirst: true };
      const versions = await listContractVersions(view, id, page);
      return versions
        .slice(offset)
        .toReversed()
        .map(({ time, contract }) => ({ time, bytes: publishedBytes(contract) }));
    },
  };
}
