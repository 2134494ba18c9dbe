import { describePlatformPreview } from '@dapikit/contract';
import type { RecordChanges } from '../trees/state-tree/record-changes.js';
import { chainId, lastBlockTime, type Block, type Network } from '../state/chain/block.js';
import {
  findChainState,
  requireChainState,
  putChainState,
  type ChainState,
} from '../state/chain/chain-state.js';
import { findOtherLayout } from '../state/chain/state-layout.js';
import { continueHeight } from '../state/chain/continue-height.js';
import type { Clock } from '../state/chain/clock.js';
import type { SharedTime } from '../state/chain/shared-time.js';
import { entryPrice } from '../state/contest/contest-rules.js';
import { nextPollEnd } from '../state/contest/next-poll-end.js';
import { countContracts } from '../state/contract/contract-store.js';
import { InputError } from '../base/errors/input-error.js';
import { NewerProtocolError } from '../base/errors/newer-protocol-error.js';
import type { PlatformRules } from '../state/rules/platform-rules.js';
import type { LocalChain, MinedBlock } from '../execution/transition/local-chain.js';
import { exportEntries, importEntries } from '../store/export.js';
import type { SnapshotStore } from '../store/snapshot-store.js';
import type { StoreView } from '../store/store.js';
import { verifyState, type Verification } from './verify-state.js';
import { upgradeState } from '../state/system-contract/upgrade-state.js';

/** Describes the state of a platform. */
export interface LocalPlatformStatus {
  readonly network: Network;
  readonly protocolVersion: number;
  /** Names what an unreleased protocol is a preview of, and what does not work at it; absent at a released one. */
  readonly preview?: string;
  /** The id of the chain, as responses of the network name it. */
  readonly chainId: string;
  /** The time of the first block, in milliseconds. */
  readonly genesisTime: number;
  /** The last block; nothing before the first one. */
  readonly block: Block | undefined;
  /** The time of the clock, in milliseconds. */
  readonly time: number;
  readonly isFrozen: boolean;
  /** The end of the next running contest, in milliseconds; nothing when none runs. */
  readonly nextContestEnd: number | undefined;
  /** The credits that the first contender of a contest adds to its prefunded balance. */
  readonly contestEntryPrice: bigint;
  /** The number of registered contracts, system contracts included. */
  readonly contracts: number;
}

/** Describes a step of time. */
export type AdvanceTime =
  | { readonly milliseconds: number; readonly to?: undefined }
  /** Milliseconds since the beginning of 1970. */
  | { readonly to: number; readonly milliseconds?: undefined };

/** Controls time, and reads, stores and checks the state as a whole. */
export interface StateApi {
  /** Returns the network, the last block, the time and the number of contracts. */
  status(): Promise<LocalPlatformStatus>;
  /** Advances the time and mines blocks until no contest is due, at least one. Returns the blocks, those of changes that waited included. */
  advanceTime(input: AdvanceTime): Promise<readonly MinedBlock[]>;
  /** Stops the clock. */
  freezeTime(): Promise<LocalPlatformStatus>;
  /** Lets the clock run from its current time. */
  runTime(): Promise<LocalPlatformStatus>;
  /** Mines one block without a transition. */
  mineBlock(): Promise<MinedBlock>;
  /** Takes a snapshot of the state and the time, after the blocks of what waits. Returns its id, for `revert`. */
  snapshot(): Promise<{ readonly id: number }>;
  /** Reverts to a snapshot, after the blocks of what waits; it and those after it are removed. Where blocks came since, an empty one above them follows: heights only grow. Rejects with `UnknownSnapshotError` when there is none. */
  revert(input: { readonly id: number }): Promise<LocalPlatformStatus>;
  /** Removes a snapshot; the state and the other snapshots stay. Rejects with `UnknownSnapshotError` when there is none. */
  dropSnapshot(input: { readonly id: number }): Promise<void>;
  /** Returns the whole state as one file. */
  exportState(): Promise<Uint8Array>;
  /** Replaces the state, after the blocks of what waits, by that of an exported file, and continues the heights of the replaced one where they are higher. Rejects with `InvalidExportError` when the file is not an export, and with `InputError` when its state is of another layout, network, newer protocol or order of keys. */
  importState(file: Uint8Array): Promise<LocalPlatformStatus>;
  /**
   * Checks the integrity of the store: recomputes index entries, aggregates and tallies from documents and votes, and compares
   * them with the stored ones. Reads the whole state twice. Values that follow from nothing else are only checked for being readable.
   */
  verify(): Promise<Verification>;
}

/** The keys of the platform; those before them belong to the snapshot store. */
const STATE_RANGE = { from: Uint8Array.of(2), to: Uint8Array.of(0xff) };

/** Describes the parts that these methods need. */
interface StateParts {
  readonly chain: LocalChain;
  readonly store: SnapshotStore;
  readonly clock: Clock;
  readonly time: SharedTime;
  readonly record: RecordChanges;
}

/** Creates the methods of time and state for a chain. */
export function stateApi(parts: StateParts): StateApi {
  const { chain, store, clock } = parts;
  return {
    ...controlTime(parts),
    ...replaceState(parts),
    status: async () => readStatus(parts),
    mineBlock: async () => chain.mine(),
    snapshot: async () => {
      await chain.flush();
      await store.write(async (view) => {
        putChainState(view, {
          ...(await requireChainState(view)),
          clock: { time: clock.now(), isFrozen: clock.isFrozen() },
        });
      });
      return { id: await store.takeSnapshot() };
    },
    dropSnapshot: async ({ id }) => store.dropSnapshot(id),
    exportState: async () => exportEntries(store, STATE_RANGE),
    // As it is: damage may prevent polls from ending.
    verify: async () => store.read(async (whole) => verifyState(whole, chain.contracts)),
  };
}

const readStatus = async ({ chain, clock, time }: StateParts): Promise<LocalPlatformStatus> =>
  chain.read(async (view) => {
    const [state, end, registered] = await Promise.all([
      requireChainState(view),
      nextPollEnd(view),
      countContracts(view),
    ]);
    const { last, genesisTime } = state;
    const { network, protocolVersion, contestRules } = chain.rules;
    time.catchUp(state);
    const preview = describePlatformPreview(protocolVersion);
    return {
      network,
      protocolVersion,
      ...(preview === undefined ? {} : { preview }),
      chainId: chainId(network),
      genesisTime,
      block: last,
      time: clock.now(),
      isFrozen: clock.isFrozen(),
      nextContestEnd: end,
      contestEntryPrice: entryPrice(contestRules, 0),
      contracts: registered,
    };
  });

/** Stores the time for the other processes of the store, where the clock is shared. */
async function publishTime({ store, clock, time }: StateParts): Promise<void> {
  if (clock.host === undefined) return;
  await store.write(async (view) => time.publish(view, await requireChainState(view)));
}

function controlTime(parts: StateParts): Pick<StateApi, 'advanceTime' | 'freezeTime' | 'runTime'> {
  const { chain, store, clock } = parts;
  return {
    advanceTime: async (input) => {
      const { genesisTime } = await store.read(requireChainState);
      move(clock, input, lastBlockTime(genesisTime, chain.rules.network));
      return chain.mineDuePolls();
    },
    freezeTime: async () => {
      clock.freeze();
      return readStatus(parts);
    },
    runTime: async () => {
      clock.run();
      await publishTime(parts);
      return readStatus(parts);
    },
  };
}

function replaceState(parts: StateParts): Pick<StateApi, 'revert' | 'importState'> {
  const { chain, store, clock, record } = parts;
  const { rules, contracts } = chain;
  const { protocolVersion } = rules;
  return {
    revert: async ({ id }) => {
      // What waits belongs to the state that goes.
      await chain.flush();
      const { clock: storedClock } = await store.revert(id, async (before) => {
        const last = await lastBlockAt(before, protocolVersion);
        return async (written) =>
          record(written, async (view) =>
            upgradeState(view, await continueHeight(view, last, protocolVersion), {
              contracts,
              protocolVersion,
            }),
          );
      });
      if (storedClock !== undefined) restore(clock, storedClock);
      await publishTime(parts);
      return readStatus(parts);
    },
    importState: async (file) => {
      if (!((file as unknown) instanceof Uint8Array))
        throw new InputError('file', { expected: 'the bytes that exportState gave', found: file });
      await chain.flush();
      const state = await importEntries(store, STATE_RANGE, file, async (before) => {
        const last = await lastBlockAt(before, protocolVersion);
        return async (written) =>
          record(written, async (view) => {
            await checkedState(view, rules);
            const continued = await continueHeight(view, last, protocolVersion);
            return upgradeState(view, continued, { contracts, protocolVersion });
          });
      });
      clock.set(state.last?.time ?? state.genesisTime);
      await publishTime(parts);
      return readStatus(parts);
    },
  };
}

/** Returns the last block of a state that is replaced. @throws {NewerProtocolError} where another program has brought it to a later protocol */
async function lastBlockAt(before: StoreView, protocolVersion: number): Promise<Block | undefined> {
  const { last, protocolVersion: present } = await requireChainState(before);
  if (present > protocolVersion) throw new NewerProtocolError(protocolVersion, present);
  return last;
}

/** Returns the state that a file brought. @throws {InputError} when it is not one for a platform of these terms. */
async function checkedState(
  view: StoreView,
  { network, protocolVersion, quirks }: PlatformRules,
): Promise<ChainState> {
  const other = await findOtherLayout(view);
  if (other !== undefined)
    throw new InputError('the file', {
      problem: `it has another layout (expected ${other.expected}, found ${other.found})`,
      ...other,
      fix: 'import it with the dapikit that wrote it',
    });
  const state = await findChainState(view).catch(() => undefined);
  const flips = quirks.flipsUnsignedKeys ?? false;
  const isOfTerms = state?.network === network && state.protocolVersion <= protocolVersion;
  if (isOfTerms && state.flipsUnsignedKeys === flips) return state;
  if (isOfTerms)
    throw new InputError('the file', {
      problem: state.flipsUnsignedKeys
        ? 'its unsigned integers sort as on the network, and those of this platform by their values'
        : 'its unsigned integers sort by their values, as on a strict platform, and those of this one as on the network',
      expected: `flipsUnsignedKeys: ${flips}`,
      found: `flipsUnsignedKeys: ${state.flipsUnsignedKeys}`,
      fix: `create a platform with strict: ${!state.flipsUnsignedKeys}, or with quirks.flipsUnsignedKeys: ${state.flipsUnsignedKeys}`,
    });
  throw new InputError('the file', {
    problem:
      state === undefined
        ? 'it contains no state of a platform'
        : `it is the state of a platform of ${state.network} at protocol ${state.protocolVersion}, which this one cannot load`,
    expected: `the state of a platform of ${network} up to protocol ${protocolVersion}`,
    found: state === undefined ? 'none' : `${state.network}, protocol ${state.protocolVersion}`,
    fix: 'create a platform with those settings',
  });
}

function restore(
  clock: Clock,
  { time, isFrozen }: { readonly time: number; readonly isFrozen: boolean },
): void {
  if (isFrozen) clock.freeze();
  else clock.run();
  clock.set(time);
}

/** @throws {InputError} when time would go back or behind the last one, or it is no time. */
function move(clock: Clock, { milliseconds, to }: AdvanceTime, last: number): void {
  const [place, value] =
    to === undefined
      ? ['milliseconds', milliseconds]
      : ['to', typeof to === 'number' ? to - clock.now() : Number.NaN];
  if (typeof value === 'number' && clock.now() + value > last)
    throw new InputError(place, {
      problem: `the last epoch ends at ${last}`,
      expected: `a time up to ${last}`,
      found: clock.now() + value,
      fix: 'advance less',
    });
  try {
    clock.advance(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InputError(place, {
      ...(typeof to === 'number' && { problem: `time cannot go back from ${clock.now()} to ${to}` }),
      expected:
        to === undefined ? 'whole milliseconds from 0 on' : `a time from ${clock.now()} on, the present one`,
      found: to ?? milliseconds,
    });
  }
}
