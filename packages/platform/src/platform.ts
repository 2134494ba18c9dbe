import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Network } from './block.js';
import { chainState } from './chain-state.js';
import { createClock, type Clock } from './clock.js';
import { contestOperations, type ContestOperations } from './contest/contest-operations.js';
import { contestRules } from './contest/contest-rules.js';
import { createContractBook, type ContractBook } from './contract/contract-book.js';
import { contractOperations, type ContractOperations } from './contract/contract-operations.js';
import { awardDocument } from './document-operation/award-document.js';
import type { DocumentOperations } from './document-operation/document-operations.js';
import { documentOperations } from './document-operation/open-document-operations.js';
import { identityOperations, type IdentityOperations } from './identity/identity-operations.js';
import { BadInput } from './input/bad-input.js';
import { readOptions } from './input/read-options.js';
import { takingObjects } from './input/taking-objects.js';
import { masternodeOperations, type MasternodeOperations } from './masternode/masternode-operations.js';
import { createChain } from './operation/create-chain.js';
import type { Quirks, Terms } from './operation/terms.js';
import { protocolOf } from './protocol.js';
import { documentQueries, type DocumentQueries } from './query/document-queries.js';
import { stateOperations, type StateOperations } from './state-operations.js';
import { openLmdbStore } from './store/lmdb-store.js';
import { SnapshotStore } from './store/snapshot-store.js';
import { StoreUnavailable } from './store/store-unavailable.js';
import type { Store } from './store/store.js';
import { bringUpToDate } from './system-contract/bring-up-to-date.js';
import { tokenOperations, type TokenOperations } from './token/token-operations.js';

/**
 * A platform: its contracts, identities, documents, tokens and contests, and the time they live in.
 *
 * Every change is a block of its own: it is executed whole or not at all, and stored when its promise resolves. Ids are
 * base58, credits and amounts of tokens `bigint`, times milliseconds since the beginning of 1970. What the network refuses
 * rejects with `PlatformError`, for contracts with `ContractRefused`, for queries with `QueryError`; what it would never get
 * to see with `BadInput`. None of these changes anything, but for the fee and the nonce where `isPaid` says so.
 */
export interface Platform
  extends
    IdentityOperations,
    MasternodeOperations,
    ContractOperations,
    DocumentOperations,
    DocumentQueries,
    TokenOperations,
    ContestOperations,
    StateOperations {
  /** Waits for what is under way, then lets go of the store. */
  close(): Promise<void>;
}

/** How a platform is made. */
export interface PlatformOptions {
  /** Where it keeps its state; a temporary folder that goes with `close` when absent. It is closed with the platform. */
  readonly store?: Store;
  /** 9 to 13; 13 when absent. A store stays with the newest that it was opened with. */
  readonly protocolVersion?: number;
  /** How long contests take; `'regtest'` when absent: 90 minutes. A store stays with its network. */
  readonly network?: Network;
  /** When the platform begins, in milliseconds; the time of the system when absent. A store goes on from its last block. */
  readonly time?: number;
  /** Whether a store goes on at the time of its last block, even where the clock is ahead; it does not when absent. */
  readonly fromLastBlock?: boolean;
  /** The clock; one that runs when absent. */
  readonly clock?: Clock;
  /** The height of layer 1 that blocks know; always 1 when absent. It does not go back. */
  readonly coreHeight?: () => number;
  /** Defects of the network that are wanted; none when absent. */
  readonly quirks?: Quirks;
}

/**
 * Makes a platform, or goes on with that of a store.
 *
 * @throws {RangeError} when `protocolVersion` is not one of 9 to 13.
 * @throws {StoreUnavailable} when the store does not answer, or holds something else than a platform.
 * @throws {BadInput} when an option has another name or is none of its kind, and when the store is that of another network, of a newer protocol or of another order of keys.
 * @example
 * const platform = await createPlatform();
 * const { id } = await platform.createIdentity();
 * await platform.close();
 */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  checkOptions(options);
  const { protocolVersion = 13, network = 'regtest', quirks = {}, coreHeight = () => 1 } = options;
  const terms: Terms = {
    network,
    protocolVersion: protocolOf(protocolVersion).version,
    contests: contestRules(network, protocolVersion),
    order: { unsignedByValue: quirks.flipsUnsignedKeys !== true },
    quirks,
  };
  const own = options.store === undefined ? await temporaryStore() : { store: options.store };
  const store = new SnapshotStore(own.store);
  const clock = options.clock ?? createClock(options.time === undefined ? {} : { time: options.time });
  const contracts = createContractBook(terms);
  try {
    const lastTime = await open(store, contracts, terms, clock.now());
    if (clock.now() < lastTime || options.fromLastBlock === true) clock.set(lastTime);
  } catch (error) {
    await own.store.close();
    throw error;
  }
  const chain = createChain({
    store,
    clock,
    terms,
    contracts,
    coreHeight,
    award: (block) => awardDocument(contracts, terms, block),
  });
  const ofState = stateOperations({ chain, store, clock });
  return {
    ...takingObjects({
      ...identityOperations(chain),
      ...masternodeOperations(chain),
      ...contractOperations(chain),
      ...documentOperations(chain),
      ...documentQueries(chain),
      ...tokenOperations(chain),
      ...contestOperations(chain),
      ...ofState,
    }),
    importState: async (file) => ofState.importState(file),
    close: async () => {
      await store.close();
      if (own.folder !== undefined) await rm(own.folder, { recursive: true, force: true });
    },
  };
}

const OPTIONS = [
  'store',
  'protocolVersion',
  'network',
  'time',
  'clock',
  'coreHeight',
  'quirks',
  'fromLastBlock',
] as const satisfies readonly (keyof PlatformOptions)[];

const QUIRKS = [
  'flipsUnsignedKeys',
  'delaysContests',
  'ignoresUnboundDescending',
  'omitsZeroSums',
] as const satisfies readonly (keyof Quirks)[];

const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'devnet', 'regtest'];

const isOf = (input: unknown, method: string): boolean =>
  typeof input === 'object' && input !== null && typeof Reflect.get(input, method) === 'function';

/** Refuses options that no type held back. */
function checkOptions(options: PlatformOptions): void {
  const { store, network, clock, coreHeight, quirks } = readOptions(options, OPTIONS);
  if (store !== undefined && !isOf(store, 'write'))
    throw new BadInput('store', { expected: 'a store, as openLmdbStore opens it', found: store });
  if (clock !== undefined && !isOf(clock, 'now'))
    throw new BadInput('clock', { expected: 'a clock, as createClock makes it', found: clock });
  if (coreHeight !== undefined && typeof coreHeight !== 'function')
    throw new BadInput('coreHeight', { expected: 'a function that gives a height', found: coreHeight });
  if (network !== undefined && !NETWORKS.includes(network))
    throw new BadInput('network', { expected: `one of ${NETWORKS.join(', ')}`, found: network });
  if (quirks !== undefined) readOptions(quirks, QUIRKS, 'quirks');
}

async function temporaryStore(): Promise<{ store: Store; folder?: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'dapikit-platform-'));
  return { store: openLmdbStore({ path: join(folder, 'state') }), folder };
}

/** Behind what a store counts its writes and a snapshot store its snapshots with. */
const ALL_KEYS = { from: Uint8Array.of(2), to: Uint8Array.of(0xff) };

/** Begins the state of a store, or goes on with it; gives the time of its last block. */
async function open(store: Store, contracts: ContractBook, terms: Terms, now: number): Promise<number> {
  const { network, protocolVersion, quirks } = terms;
  const flipsUnsignedKeys = quirks.flipsUnsignedKeys ?? false;
  return store.write(async (view) => {
    const state = await chainState(view);
    if (state === undefined && (await view.scan({ ...ALL_KEYS, limit: 1 })).length > 0)
      throw new StoreUnavailable('the store', 'damaged', { detail: 'entries, and no state of a platform' });
    if (state !== undefined && state.network !== network) wrong(`one of ${network}`, state.network);
    if (state !== undefined && state.flipsUnsignedKeys !== flipsUnsignedKeys)
      wrong(`one with flipsUnsignedKeys ${flipsUnsignedKeys}`, `${state.flipsUnsignedKeys}`);
    if (state !== undefined && state.protocolVersion > protocolVersion)
      wrong(`one up to protocol ${protocolVersion}`, `protocol ${state.protocolVersion}`);
    const begun = { network, flipsUnsignedKeys, genesisTime: now, idsMade: 0, protocolVersion: 0 };
    const { last, genesisTime } = await bringUpToDate(view, state ?? begun, { contracts, protocolVersion });
    return last?.time ?? genesisTime;
  });
}

function wrong(expected: string, found: string): never {
  throw new BadInput('the store', { expected, found, advice: 'open it with its own settings' });
}
