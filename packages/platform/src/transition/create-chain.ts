import { identifierText } from '../bytes/identifier.js';
import { nextBlock, type Block } from '../chain/block.js';
import { putEpochStart } from '../chain/epoch-store.js';
import { requireChainState, putLastBlock, STATE_KEYS, type ChainState } from '../chain/chain-state.js';
import type { Clock } from '../chain/clock.js';
import type { SharedTime } from '../chain/shared-time.js';
import type { AwardDocument } from '../contest/apply-effects.js';
import { beginBlock, BLOCK_KEYS } from '../contest/contest-store.js';
import { nextPollEnd } from '../contest/next-poll-end.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { Store, StoreView, WritableView } from '../store/store.js';
import {
  executedKey,
  findExecuted,
  putExecuted,
  storedRejection,
  type ExecutedTransition,
} from '../transition-result/executed-transition.js';
import { KnownTransitionError } from '../transition-result/known-transition-error.js';
import { assetLockKey } from '../identity/identity-entry-keys.js';
import { checkTransition } from './check-transition.js';
import { TREE_STATE_KEYS } from '../keys/tree-keys.js';
import type { RecordChanges } from '../state-tree/record-changes.js';
import { Overlay } from '../store/overlay.js';
import { isPlatformError } from '../errors/platform-error.js';
import { StoreUnavailableError } from '../store/store-unavailable-error.js';
import { BlockQueue, type ChangeOutcome, type PendingChange } from './block-queue.js';
import type { AddressTransition } from './address-transition.js';
import {
  checkAddressTransition,
  keysReadByAddresses,
  runAddressTransition,
} from './run-address-transition.js';
import type { Transition, TransitionEnvironment } from './transition.js';
import type { PlatformChain, Receipt, SignedTransition } from './platform-chain.js';
import { keysReadBy, runTransition, type TransitionOutcome } from './run-transition.js';
import type { PlatformRules } from './platform-rules.js';
import { admitAssetLock, runAssetLockTransition } from './run-asset-lock-transition.js';

/** Describes the parts of a chain. */
export interface ChainParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly time: SharedTime;
  readonly rules: PlatformRules;
  readonly contracts: ContractBook;
  /** The height of layer 1. */
  readonly coreHeight: () => number;
  /** Runs work that changes the state, and records what it changes in the trees. */
  readonly record: RecordChanges;
  /** What makes a document of the one that wins a contest. */
  readonly award: (block: Block) => AwardDocument;
  /** How often a block is made of the changes that wait, in ms; 0 for a block of each change at once. */
  readonly blockTime: () => number;
}

/** Changes the state in a block. @param position of the change among those of its block, from 0 */
type BlockWork<Result> = (view: WritableView, block: Block, position: number) => Promise<Result>;

/** Describes a block that was made for its own sake. */
export interface MinedBlock {
  readonly block: Block;
  /** The ids of the polls that ended with it, in base58. The block of `mineBlock` also has those that ended with blocks of changes that waited. */
  readonly ended: readonly string[];
}

/** Describes the chain with what only the platform itself does with it. */
export interface LocalChain extends PlatformChain {
  /** Makes blocks of all changes that wait, now. Never fails. */
  readonly flush: () => Promise<void>;
  /** Makes a block without a transition, after one of the changes that wait. */
  readonly mine: () => Promise<MinedBlock>;
  /** Makes blocks until no poll is due any more, at least one, after those of the changes that wait. Returns all of them. */
  readonly mineDuePolls: () => Promise<readonly MinedBlock[]>;
}

/** Creates the chain of a platform on an opened store. */
export function createChain({
  store,
  clock,
  time,
  rules,
  contracts,
  coreHeight,
  record,
  award,
  blockTime,
}: ChainParts): LocalChain {
  const blockAfter = ({ last: previous, genesisTime }: ChainState, blockTime: number): Block =>
    nextBlock({
      ...(previous === undefined ? {} : { previous }),
      genesisTime,
      time: blockTime,
      coreHeight: Math.max(coreHeight(), previous?.coreHeight ?? 0),
      network: rules.network,
    });
  /** Returns the block that would come next, without making it. */
  const upcomingBlock = async (view: StoreView): Promise<Block> => {
    const state = await requireChainState(view);
    return blockAfter(state, Math.max(clock.now(), state.last?.time ?? state.genesisTime));
  };
  const writeBlock = <Result>(
    work: (view: WritableView, block: Block, ended: readonly string[]) => Promise<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> =>
    store.write(
      async (written) =>
        record(written, async (view) => {
          const state = await requireChainState(view);
          const block = blockAfter(state, time.next(view, state));
          putLastBlock(view, block);
          if (state.last?.epoch !== block.epoch) putEpochStart(view, block, rules.protocolVersion);
          const ended = await beginBlock(view, block, rules.contestRules, award(block));
          return work(view, block, ended.map(identifierText));
        }),
      [...STATE_KEYS, ...BLOCK_KEYS, ...TREE_STATE_KEYS, ...reads],
    );
  const queue = new BlockQueue<BlockWork<unknown>, MinedBlock>(async (changes) => {
    const reads = changes.flatMap((change) => change.reads);
    try {
      return await writeBlock(
        async (view, block, ended) => ({
          outcomes: await runChanges(view, block, changes),
          made: { block, ended },
        }),
        reads,
      );
    } catch (error) {
      if (error instanceof EmptyBlockError) return { outcomes: error.outcomes };
      throw error;
    }
  });
  const inBlock = async <Result>(
    work: BlockWork<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> => {
    const interval = blockTime();
    if (interval > 0) return queue.add<Result>({ work, reads }, interval);
    // The interval fell to 0: what waits came first.
    if (queue.isPending) await queue.flush();
    return writeBlock(async (view, block) => work(view, block, 0), reads);
  };
  const mineEmpty = async (): Promise<MinedBlock> =>
    // oxlint-disable-next-line typescript/require-await -- the block is all that is wanted
    writeBlock(async (_view, block, ended) => ({ block, ended }));
  const mine = async (): Promise<MinedBlock> => {
    const flushed = await queue.flush();
    const { block, ended } = await mineEmpty();
    return { block, ended: [...flushed.flatMap((one) => one.ended), ...ended] };
  };
  const mineDuePolls = async (): Promise<MinedBlock[]> => {
    const blocks: MinedBlock[] = [];
    for (;;) {
      blocks.push(...(await queue.flush()));
      const mined = await mineEmpty();
      blocks.push(mined);
      if (mined.ended.length === 0) return blocks;
    }
  };
  return {
    rules,
    contracts,
    mine,
    mineDuePolls,
    flush: async () => {
      await queue.flush();
    },
    collectsBlocks: () => {
      if (blockTime() === 0) return false;
      queue.requireRoom();
      return true;
    },
    read: async (work) => {
      const first = await store.read(async (view) =>
        (await isDue(view, clock.now())) ? undefined : { result: await work(view) },
      );
      if (first !== undefined) return first.result;
      await mineDuePolls();
      return store.read(work);
    },
    execute: async <Result>(
      transition: Transition<Result> | AddressTransition<Result>,
    ): Promise<Result & Receipt> => {
      const outcome = await inBlock(
        (view, block) =>
          'inputs' in transition
            ? runAddressTransition(view, transition, { block, contracts, rules })
            : runTransition(view, transition, { block, contracts, rules }),
        keysReadBySigned(transition),
      );
      if (outcome.isRejected) {
        outcome.error.fee = outcome.fee;
        throw outcome.error;
      }
      return { ...outcome.result, fee: outcome.fee, block: outcome.block };
    },
    check: async (transition) => {
      if (await store.read(async (view) => isDue(view, clock.now()))) await mineDuePolls();
      await store.read(async (view) => {
        await checkSigned(view, transition, { block: await upcomingBlock(view), contracts, rules });
      });
    },
    simulate: async (transition) =>
      store.read(async (stored) => {
        const begun = new Overlay(stored);
        const block = await upcomingBlock(begun);
        // As a broadcast transition: polls that are due end first.
        while ((await beginBlock(begun, block, rules.contestRules, award(block))).length > 0);
        await checkSigned(begun, transition, { block, contracts, rules });
        const view = new Overlay(begun);
        const outcome = await runSigned(view, transition, { block, contracts, rules });
        const changed = view.changes();
        const before = await begun.getMany(changed.map(({ key }) => key));
        return {
          fee: outcome.fee,
          rejection: outcome.isRejected ? outcome.error : undefined,
          changes: changed.map(({ key, value }, at) => ({
            key: Uint8Array.from(key),
            before: before[at] && Uint8Array.from(before[at]),
            after: value,
          })),
        };
      }),
    executeSent: async (transition, { id, bytes }) =>
      inBlock(
        async (view, block, position) => {
          if ((await findExecuted(view, id)) !== undefined) throw new KnownTransitionError('chain');
          const outcome = await runSigned(view, transition, { block, contracts, rules });
          const executed: ExecutedTransition = {
            id,
            bytes,
            block,
            fee: outcome.fee,
            ...(position === 0 ? {} : { position }),
            ...(outcome.isRejected ? { rejection: storedRejection(outcome.error) } : {}),
          };
          putExecuted(view, executed);
          return executed;
        },
        [executedKey(id), ...keysReadBySigned(transition)],
      ),
    applySystemEvent: async (work) => inBlock(work),
  };
}

/** Drops a block all of whose changes were rejected, and nobody pays. */
class EmptyBlockError extends Error {
  constructor(readonly outcomes: readonly ChangeOutcome[]) {
    super('all changes of the block were rejected');
  }
}

/**
 * Runs the changes of a block, each on what those before it left. A rejected one leaves nothing.
 *
 * @throws {EmptyBlockError} (rejects) when all are rejected. @throws what is no rejection: the block is to be dropped.
 */
async function runChanges(
  view: WritableView,
  block: Block,
  changes: readonly PendingChange<BlockWork<unknown>>[],
): Promise<readonly ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  for (const [position, { work }] of changes.entries()) {
    const begin = view.mark();
    try {
      outcomes.push({ result: await work(view, block, position) });
    } catch (error) {
      if (!isPlatformError(error) || error instanceof StoreUnavailableError) throw error;
      view.undoTo(begin);
      outcomes.push({ error });
    }
  }
  if (outcomes.every((outcome) => 'error' in outcome)) throw new EmptyBlockError(outcomes);
  return outcomes;
}

/** Checks a transition of signed bytes as a node does before it takes it into its mempool. @throws {ConsensusError} unpaid */
async function checkSigned(
  view: StoreView,
  transition: SignedTransition,
  environment: TransitionEnvironment,
): Promise<void> {
  if ('inputs' in transition) await checkAddressTransition(view, transition, environment);
  else if ('lock' in transition) await admitAssetLock(view, transition, environment);
  else if ('executeFree' in transition) await transition.executeFree(new Overlay(view), environment);
  else await checkTransition(view, transition, environment);
}

/** Executes a transition of signed bytes, with whatever pays for it. @throws {ConsensusError} when nobody does */
async function runSigned(
  view: WritableView,
  transition: SignedTransition,
  environment: TransitionEnvironment,
): Promise<TransitionOutcome<unknown>> {
  if ('inputs' in transition) return runAddressTransition(view, transition, environment);
  if ('lock' in transition) return runAssetLockTransition(view, transition, environment);
  if (!('executeFree' in transition)) return runTransition(view, transition, environment);
  await transition.executeFree(view, environment);
  return { isRejected: false, result: {}, fee: 0n, block: environment.block };
}

/** Returns the keys that a transition of signed bytes is known to read. */
function keysReadBySigned(transition: SignedTransition): readonly Uint8Array[] {
  if ('inputs' in transition) return keysReadByAddresses(transition);
  if ('lock' in transition) return [assetLockKey(transition.lock.outPoint)];
  return 'executeFree' in transition ? [] : keysReadBy(transition);
}

/** Returns whether a poll ends by a time. */
const isDue = async (view: StoreView, time: number): Promise<boolean> =>
  ((await nextPollEnd(view)) ?? Infinity) <= time;
