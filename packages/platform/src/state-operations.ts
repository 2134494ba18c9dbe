import type { Block, Network } from './block.js';
import { chainState, openedState, putChainState, type ChainState } from './chain-state.js';
import type { Clock } from './clock.js';
import { entryPrice } from './contest/contest-rules.js';
import { nextPollEnd } from './contest/next-poll-end.js';
import { recountVotes, type ContestDifference } from './contest/recount-votes.js';
import type { RegisteredContract } from './contract/contract-book.js';
import { countContracts } from './contract/contract-store.js';
import type { Collection } from './document/collection.js';
import { BadInput } from './input/bad-input.js';
import type { Terms } from './operation/terms.js';
import type { LocalChain, MinedBlock } from './operation/create-chain.js';
import { exportEntries, importEntries } from './store/export.js';
import type { SnapshotStore } from './store/snapshot-store.js';
import type { Difference } from './verify/difference.js';
import type { StoreView } from './store/store.js';
import { bringUpToDate } from './system-contract/bring-up-to-date.js';
import { verifyEntries } from './verify/verify-entries.js';
import { verifyStore } from './verify/verify-store.js';

/** Where a platform stands. */
export interface PlatformStatus {
  readonly network: Network;
  readonly protocolVersion: number;
  /** When it began, in milliseconds. */
  readonly genesisTime: number;
  /** The last block; nothing before the first one. */
  readonly block: Block | undefined;
  /** What the clock says, in milliseconds. */
  readonly time: number;
  readonly isFrozen: boolean;
  /** When the next running contest ends, in milliseconds; nothing when none runs. */
  readonly nextContestEnd: number | undefined;
  /** What the first contender of a contest puts into its fund, in credits. */
  readonly contestEntryPrice: bigint;
  /** How many contracts are registered, those of the network included. */
  readonly contracts: number;
}

/** How far time moves on. */
export type AdvanceTime =
  | { readonly milliseconds: number; readonly to?: undefined }
  /** Milliseconds since the beginning of 1970. */
  | { readonly to: number; readonly milliseconds?: undefined };

/** Whether what is kept is what the rest of it says. */
export interface Verification {
  readonly ok: boolean;
  /** Of contracts, identities, masternodes, tokens and contests. */
  readonly entries: readonly Difference[];
  /** Of documents and what is kept beside them. */
  readonly documents: readonly Difference[];
  /** Of votes in contests that run. */
  readonly contests: readonly ContestDifference[];
}

/** Time and the state as a whole. */
export interface StateOperations {
  status(): Promise<PlatformStatus>;
  /** Moves time on and makes blocks until no contest is due: at least one. Gives them. */
  advanceTime(input: AdvanceTime): Promise<readonly MinedBlock[]>;
  freezeTime(): Promise<PlatformStatus>;
  runTime(): Promise<PlatformStatus>;
  mineBlock(): Promise<MinedBlock>;
  /** Remembers the state and the time; gives the number to go back with. */
  snapshot(): Promise<{ readonly id: number }>;
  /** Goes back; that snapshot and those after it are gone then. Rejects with `UnknownSnapshot` when there is none. */
  revert(input: { readonly id: number }): Promise<PlatformStatus>;
  /** The whole state as one file. */
  exportState(): Promise<Uint8Array>;
  /** Puts the state of a file in the place of this one. Rejects with `BadExport` what is none. */
  importState(file: Uint8Array): Promise<PlatformStatus>;
  /**
   * Holds all that is kept against each other, above all what is kept beside documents and votes against these. Reads the whole
   * state twice. What nothing else tells, such as how much a balance is, is only looked at for whether it can be read.
   */
  verify(): Promise<Verification>;
}

/** Behind what a snapshot store keeps for itself. */
const STATE_RANGE = { from: Uint8Array.of(2), to: Uint8Array.of(0xff) };

/** What these operations need beside the chain. */
interface StateParts {
  readonly chain: LocalChain;
  readonly store: SnapshotStore;
  readonly clock: Clock;
}

/** The state of a chain as a whole. */
export function stateOperations({ chain, store, clock }: StateParts): StateOperations {
  const { terms, contracts } = chain;
  const { protocolVersion } = terms;
  const status = async (): Promise<PlatformStatus> =>
    chain.read(async (view) => {
      const [{ last, genesisTime }, end, registered] = await Promise.all([
        openedState(view),
        nextPollEnd(view),
        countContracts(view),
      ]);
      // The clock of another process may be ahead.
      if (last !== undefined && clock.now() < last.time) clock.set(last.time);
      return {
        network: terms.network,
        protocolVersion: terms.protocolVersion,
        genesisTime,
        block: last,
        time: clock.now(),
        isFrozen: clock.isFrozen(),
        nextContestEnd: end,
        contestEntryPrice: entryPrice(terms.contests, 0),
        contracts: registered,
      };
    });
  return {
    status,
    advanceTime: async (input) => {
      move(clock, input);
      return chain.settle();
    },
    freezeTime: async () => {
      clock.freeze();
      return status();
    },
    runTime: async () => {
      clock.run();
      return status();
    },
    mineBlock: chain.mine,
    snapshot: async () => {
      await store.write(async (view) => {
        putChainState(view, {
          ...(await openedState(view)),
          clock: { time: clock.now(), isFrozen: clock.isFrozen() },
        });
      });
      return { id: await store.takeSnapshot() };
    },
    revert: async ({ id }) => {
      await store.revert(id);
      const reverted = await store.read(openedState);
      if (reverted.protocolVersion < protocolVersion)
        await store.write(async (view) =>
          bringUpToDate(view, await openedState(view), { contracts, protocolVersion }),
        );
      const { clock: stood } = reverted;
      if (stood !== undefined) restore(clock, stood);
      return status();
    },
    exportState: async () => exportEntries(store, STATE_RANGE),
    importState: async (file) => {
      if (!((file as unknown) instanceof Uint8Array))
        throw new BadInput('file', { expected: 'the bytes that exportState gave', found: file });
      const state = await importEntries(store, STATE_RANGE, file, async (view) =>
        bringUpToDate(view, await checkedState(view, terms), { contracts, protocolVersion }),
      );
      clock.set(state.last?.time ?? state.genesisTime);
      return status();
    },
    // As it is: what is damaged may keep polls from ending.
    verify: async () =>
      store.read(async (view) => {
        const { differences: entries, contracts: sound } = await verifyEntries(view, contracts);
        const documents = await verifyStore(view, collectionsOf(sound));
        const contests = await recountVotes(view);
        const ok = [entries, documents, contests].every((found) => found.length === 0);
        return { ok, entries, documents, contests };
      }),
  };
}

const collectionsOf = (contracts: readonly RegisteredContract[]): Collection[] =>
  contracts.flatMap(({ description, collection }) =>
    description.documentTypes.flatMap(({ name }) => collection(name) ?? []),
  );

/** The state that a file brought. @throws {BadInput} when it is not one for a platform of these terms. */
async function checkedState(
  view: StoreView,
  { network, protocolVersion, quirks }: Terms,
): Promise<ChainState> {
  const state = await chainState(view).catch(() => undefined);
  if (
    state?.network === network &&
    state.flipsUnsignedKeys === (quirks.flipsUnsignedKeys ?? false) &&
    state.protocolVersion <= protocolVersion
  )
    return state;
  throw new BadInput('the file', {
    expected: `the state of a platform of ${network} up to protocol ${protocolVersion}, with the same order of keys`,
    found: state === undefined ? 'none' : `${state.network}, protocol ${state.protocolVersion}`,
    advice: 'create a platform with those settings',
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

/** @throws {BadInput} when time would go back, or it is no time. */
function move(clock: Clock, { milliseconds, to }: AdvanceTime): void {
  const [place, value] =
    to === undefined
      ? ['milliseconds', milliseconds]
      : ['to', typeof to === 'number' ? to - clock.now() : Number.NaN];
  try {
    clock.advance(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadInput(place, {
      expected:
        to === undefined ? 'whole milliseconds from 0 on' : `a time from ${clock.now()} on, the present one`,
      found: to ?? milliseconds,
    });
  }
}
