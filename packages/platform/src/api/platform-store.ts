import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChainState, type ChainState } from '../state/chain/chain-state.js';
import { putLayout, requireLayout } from '../state/chain/state-layout.js';
import type { ContractBook } from '../state/contract/contract-book.js';
import { InputError } from '../base/errors/input-error.js';
import type { RecordChanges } from '../trees/state-tree/record-changes.js';
import { openLmdbStore } from '../store/lmdb-store.js';
import { StoreUnavailableError } from '../store/store-unavailable-error.js';
import type { Store, StoreView } from '../store/store.js';
import { upgradeState } from '../state/system-contract/upgrade-state.js';
import type { PlatformRules } from '../state/rules/platform-rules.js';
import { quirksOf, type Quirks } from '../state/rules/quirks.js';
import type { ChosenOptions } from './platform-options.js';

/** Describes the store of a platform. */
export interface OpenedStore {
  readonly store: Store;
  /** Removes what a closed store leaves behind, where it was a temporary one. */
  readonly remove: () => Promise<void>;
  /** Closes the store, and removes it. */
  readonly close: () => Promise<void>;
}

/** Opens a store in a temporary folder where none is given. */
export async function openPlatformStore(given: Store | undefined): Promise<OpenedStore> {
  const { store, remove } =
    given === undefined ? await openTemporaryStore() : { store: given, remove: async () => {} };
  return {
    store,
    remove,
    close: async () => {
      await store.close();
      await remove();
    },
  };
}

async function openTemporaryStore(): Promise<Omit<OpenedStore, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'dapikit-platform-'));
  return {
    store: openLmdbStore({ path: join(folder, 'state') }),
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}

/** Behind what a store counts its writes and a snapshot store its snapshots with. */
const ALL_KEYS = { from: Uint8Array.of(2), to: Uint8Array.of(0xff) };

/** Returns the quirks of a platform with the order of the keys that its store has, unless another one is demanded. */
export async function storeQuirks(
  store: Store,
  { protocolVersion, strict = false, quirks: chosen = {} }: ChosenOptions,
): Promise<Quirks> {
  const quirks = quirksOf(protocolVersion, strict, chosen);
  if (strict || chosen.flipsUnsignedKeys !== undefined) return quirks;
  const state = await store.read(async (view) => findStoredState(view, store.name));
  return state === undefined ? quirks : { ...quirks, flipsUnsignedKeys: state.flipsUnsignedKeys };
}

/** Returns the state of a store; undefined where it has none. @throws {StoreUnavailableError} when it is of another layout, or cannot be read */
async function findStoredState(view: StoreView, storeName: string): Promise<ChainState | undefined> {
  await requireLayout(view, storeName);
  return findChainState(view);
}

/** Creates the state of a store, or brings it up to the protocol, and returns it. */
export async function openState(
  store: Store,
  {
    contracts,
    rules,
    now,
    record,
  }: {
    readonly contracts: ContractBook;
    readonly rules: PlatformRules;
    readonly now: number;
    readonly record: RecordChanges;
  },
): Promise<ChainState> {
  const { network, protocolVersion, quirks } = rules;
  const flipsUnsignedKeys = quirks.flipsUnsignedKeys ?? false;
  return store.write(async (view) => {
    const state = await findStoredState(view, store.name);
    if (state === undefined && (await view.scan({ ...ALL_KEYS, limit: 1 })).length > 0)
      throw new StoreUnavailableError('the store', 'damaged', {
        detail: 'entries, and no state of a platform',
      });
    if (state !== undefined && state.network !== network)
      wrong(`it belongs to ${state.network}, not to ${network}`, network, state.network);
    if (state !== undefined && state.flipsUnsignedKeys !== flipsUnsignedKeys)
      wrong(
        state.flipsUnsignedKeys
          ? 'its unsigned integers sort as on the network, which a strict platform corrects'
          : 'its unsigned integers sort by their values, as on a strict platform',
        `flipsUnsignedKeys: ${flipsUnsignedKeys}`,
        `flipsUnsignedKeys: ${state.flipsUnsignedKeys}`,
      );
    if (state !== undefined && state.protocolVersion > protocolVersion)
      wrong(
        `it is at protocol ${state.protocolVersion}, after protocol ${protocolVersion}`,
        `protocol ${protocolVersion} or older`,
        `protocol ${state.protocolVersion}`,
      );
    const begun = { network, flipsUnsignedKeys, genesisTime: now, idsMade: 0, protocolVersion: 0 };
    if (state === undefined) putLayout(view);
    return record(view, async (recorded) =>
      upgradeState(recorded, state ?? begun, { contracts, protocolVersion }),
    );
  });
}

function wrong(problem: string, expected: string, found: string): never {
  throw new InputError('the store', { problem, expected, found, fix: 'open it with its own settings' });
}
