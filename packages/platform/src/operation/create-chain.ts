import { identifierText } from '../bytes/identifier.js';
import { nextBlock, type Block } from '../block.js';
import { openedState, putLastBlock, STATE_KEYS } from '../chain-state.js';
import type { Clock } from '../clock.js';
import type { AwardDocument } from '../contest/apply-effects.js';
import { beginBlock, BLOCK_MARKS } from '../contest/contest-store.js';
import { nextPollEnd } from '../contest/next-poll-end.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { Store, StoreView, WritableView } from '../store/store.js';
import type { Operation } from './operation.js';
import type { PlatformChain, Receipt } from './platform-chain.js';
import { readsOf, runOperation } from './run-operation.js';
import type { Terms } from './terms.js';

/** What a chain is made of. */
export interface ChainParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly terms: Terms;
  readonly contracts: ContractBook;
  /** The height of layer 1. */
  readonly coreHeight: () => number;
  /** What makes a document of the one that wins a contest. */
  readonly award: (block: Block) => AwardDocument;
}

/** A block that was made for its own sake. */
export interface MinedBlock {
  readonly block: Block;
  /** The ids of the polls that ended with it, in base58. */
  readonly ended: readonly string[];
}

/** The chain with what only the platform itself does with it. */
export interface LocalChain extends PlatformChain {
  /** Makes a block without an operation. */
  readonly mine: () => Promise<MinedBlock>;
  /** Makes blocks until no poll is due any more, at least one. */
  readonly settle: () => Promise<readonly MinedBlock[]>;
}

/** The blocks of a platform on a store that is opened. */
export function createChain({ store, clock, terms, contracts, coreHeight, award }: ChainParts): LocalChain {
  /** The clock of another process may be ahead: time does not go back. */
  const catchUp = (time: number): number => {
    const now = clock.now();
    if (now >= time) return now;
    clock.set(time);
    return time;
  };
  const inBlock = <Result>(
    work: (view: WritableView, block: Block, ended: readonly string[]) => Promise<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> =>
    store.write(
      async (view) => {
        const { last: previous, genesisTime } = await openedState(view);
        const block = nextBlock({
          ...(previous === undefined ? {} : { previous }),
          genesisTime,
          time: catchUp(previous?.time ?? genesisTime),
          coreHeight: Math.max(coreHeight(), previous?.coreHeight ?? 0),
          network: terms.network,
        });
        putLastBlock(view, block);
        const ended = await beginBlock(view, block, terms.contests, award(block));
        return work(view, block, ended.map(identifierText));
      },
      [...STATE_KEYS, ...BLOCK_MARKS, ...reads],
    );
  const mine = async (): Promise<MinedBlock> =>
    // oxlint-disable-next-line typescript/require-await -- the block is all that is wanted
    inBlock(async (_view, block, ended) => ({ block, ended }));
  const settle = async (): Promise<MinedBlock[]> => {
    const blocks: MinedBlock[] = [];
    for (;;) {
      const mined = await mine();
      blocks.push(mined);
      if (mined.ended.length === 0) return blocks;
    }
  };
  return {
    terms,
    contracts,
    mine,
    settle,
    read: async (work) => {
      const first = await store.read(async (view) =>
        (await isDue(view, clock.now())) ? undefined : { result: await work(view) },
      );
      if (first !== undefined) return first.result;
      await settle();
      return store.read(work);
    },
    execute: async <Result>(operation: Operation<Result>): Promise<Result & Receipt> => {
      const outcome = await inBlock(
        (view, block) => runOperation(view, operation, { block, contracts, terms }),
        readsOf(operation),
      );
      if (outcome.isRefused) {
        outcome.error.fee = outcome.fee;
        throw outcome.error;
      }
      return { ...outcome.result, fee: outcome.fee, block: outcome.block };
    },
    change: async (work) => inBlock(work),
  };
}

/** Whether a poll ends by a time. */
const isDue = async (view: StoreView, time: number): Promise<boolean> =>
  ((await nextPollEnd(view)) ?? Infinity) <= time;
