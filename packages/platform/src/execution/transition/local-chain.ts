import type { Block } from '../../state/chain/block.js';
import { nextPollEnd } from '../../state/contest/next-poll-end.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { Overlay } from '../../store/overlay.js';
import type { StoreView, WritableView } from '../../store/store.js';
import {
  executedKey,
  findExecuted,
  putExecuted,
  storedRejection,
  type ExecutedTransition,
} from '../../state/transition-result/executed-transition.js';
import { KnownTransitionError } from '../../state/transition-result/known-transition-error.js';
import type { AddressTransition } from './address-transition.js';
import { BlockQueue } from './block-queue.js';
import { currentCall, noteExecuted } from './current-call.js';
import { checkSigned, keysReadBySigned, runSigned } from './execute-signed.js';
import { beginUpcomingBlock, makeBlock, upcomingBlock, type BlockParts } from './make-block.js';
import type {
  PlatformChain,
  Receipt,
  SentOutcome,
  SignedTransition,
  SimulatedTransition,
} from './platform-chain.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import { runAddressTransition } from './run-address-transition.js';
import { EmptyBlockError, runChanges, type BlockWork } from './run-changes.js';
import type { Trace } from '../trace/trace.js';
import { traced, TracedReads } from '../trace/traced-view.js';
import { runTransition } from './run-transition.js';
import type { Transition, TransitionEnvironment } from './transition.js';

/** Describes the parts of a chain. */
export interface ChainParts extends BlockParts {
  readonly contracts: ContractBook;
  /** Returns the interval in which a block is made of the changes that wait, in ms; 0 for a block of each change at once. */
  readonly blockTime: () => number;
}

/** Describes a block that was made for its own sake. */
export interface MinedBlock {
  readonly block: Block;
  /** The ids of the polls that ended with it, in base58. The block of `mineBlock` also has those that ended with blocks of changes that waited. */
  readonly ended: readonly string[];
}

/** Executes the transitions of a platform in blocks of an opened store, and makes blocks for their own sake. */
export class LocalChain implements PlatformChain {
  readonly rules: PlatformRules;
  readonly contracts: ContractBook;
  readonly #parts: ChainParts;
  readonly #queue: BlockQueue<BlockWork<unknown>, MinedBlock>;

  constructor(parts: ChainParts) {
    this.#parts = parts;
    this.rules = parts.rules;
    this.contracts = parts.contracts;
    this.#queue = new BlockQueue(async (changes) => {
      const reads = changes.flatMap((change) => change.reads);
      try {
        return await makeBlock(
          parts,
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
  }

  /** Makes blocks of all changes that wait, now. Never fails. */
  async flush(): Promise<void> {
    await this.#queue.flush();
  }

  /** Makes a block without a transition, after one of the changes that wait. */
  async mine(): Promise<MinedBlock> {
    const flushed = await this.#queue.flush();
    const { block, ended } = await this.#mineEmpty();
    return { block, ended: [...flushed.flatMap((one) => one.ended), ...ended] };
  }

  /** Makes blocks until no poll is due any more, at least one, after those of the changes that wait. Returns all of them. */
  async mineDuePolls(): Promise<readonly MinedBlock[]> {
    const blocks: MinedBlock[] = [];
    for (;;) {
      blocks.push(...(await this.#queue.flush()));
      const mined = await this.#mineEmpty();
      blocks.push(mined);
      if (mined.ended.length === 0) return blocks;
    }
  }

  collectsBlocks(): boolean {
    if (this.#parts.blockTime() === 0) return false;
    this.#queue.requireRoom();
    return true;
  }

  async read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    const { store } = this.#parts;
    const first = await store.read(async (view) =>
      (await this.#isPollDue(view)) ? undefined : { result: await work(view) },
    );
    if (first !== undefined) return first.result;
    await this.mineDuePolls();
    return store.read(work);
  }

  async execute<Result>(
    transition: Transition<Result> | AddressTransition<Result>,
  ): Promise<Result & Receipt> {
    const outcome = await this.#inBlock(
      (view, block) =>
        'inputs' in transition
          ? runAddressTransition(view, transition, this.#environment(block))
          : runTransition(view, transition, this.#environment(block)),
      keysReadBySigned(transition),
    );
    if (outcome.isRejected) {
      outcome.error.fee = outcome.fee;
      throw outcome.error;
    }
    return { ...outcome.result, fee: outcome.fee, block: outcome.block };
  }

  async check(transition: SignedTransition, id: Uint8Array, trace?: Trace): Promise<void> {
    await this.read(async (stored) => {
      trace?.enter('mempool', 'known transition');
      const block = await upcomingBlock(stored, this.#parts);
      const view = trace === undefined ? stored : new TracedReads(stored, trace);
      if ((await findExecuted(view, id)) !== undefined) throw new KnownTransitionError('chain');
      trace?.begin('mempool check');
      await checkSigned(view, transition, this.#environment(block, trace));
    });
  }

  async simulate(transition: SignedTransition, trace?: Trace): Promise<SimulatedTransition> {
    return this.#parts.store.read(async (stored) => {
      const begun = new Overlay(stored);
      const environment = this.#environment(await beginUpcomingBlock(begun, this.#parts), trace);
      trace?.enter('mempool', 'mempool check');
      await checkSigned(traced(begun, trace), transition, environment);
      const view = new Overlay(begun);
      trace?.enter('block', 'execution');
      const outcome = await runSigned(traced(view, trace), transition, environment);
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
    });
  }

  async executeSent(
    transition: SignedTransition,
    { id, bytes, named, trace }: Parameters<PlatformChain['executeSent']>[1],
  ): Promise<SentOutcome> {
    return this.#inBlock(
      async (view, block, position) => {
        trace?.enter('block', 'known transition');
        const seen = traced(view, trace);
        if ((await findExecuted(seen, id)) !== undefined) throw new KnownTransitionError('chain');
        const outcome = await runSigned(seen, transition, this.#environment(block, trace));
        const executed: ExecutedTransition = {
          id,
          bytes,
          block,
          fee: outcome.fee,
          ...(position === 0 ? {} : { position }),
          ...(outcome.isRejected ? { rejection: storedRejection(outcome.error) } : {}),
        };
        putExecuted(view, executed, named);
        return { executed, error: outcome.isRejected ? outcome.error : undefined };
      },
      [executedKey(id), ...keysReadBySigned(transition)],
    );
  }

  async applySystemEvent<Result>(
    work: (view: WritableView, block: Block) => Promise<Result>,
  ): Promise<Result> {
    return this.#inBlock(work);
  }

  async applyLayer1Event<Result>(work: (view: WritableView) => Promise<Result>): Promise<Result> {
    return makeBlock(this.#parts, work);
  }

  async #inBlock<Result>(given: BlockWork<Result>, reads: readonly Uint8Array[] = []): Promise<Result> {
    const work = this.#noting(given);
    const interval = this.#parts.blockTime();
    if (interval > 0) return this.#queue.add<Result>({ work, reads }, interval);
    // The interval fell to 0: what waits came first.
    if (this.#queue.isPending) await this.#queue.flush();
    return makeBlock(this.#parts, async (view, block) => work(view, block, 0), reads);
  }

  /** Returns work that notes what its block did with the call that it belongs to. */
  #noting<Result>(work: BlockWork<Result>): BlockWork<Result> {
    const call = this.#parts.follower && currentCall();
    if (call === undefined) return work;
    return async (view, block, position) => {
      const outcome = await work(view, block, position);
      noteExecuted(block, { call, outcome });
      return outcome;
    };
  }

  async #mineEmpty(): Promise<MinedBlock> {
    // oxlint-disable-next-line typescript/require-await -- the block is all that is wanted
    return makeBlock(this.#parts, async (_view, block, ended) => ({ block, ended }));
  }

  #environment(block: Block, trace?: Trace): TransitionEnvironment {
    return {
      block,
      contracts: this.contracts,
      rules: this.rules,
      ...(trace && { trace }),
    };
  }

  /** Returns whether a poll has ended by now. */
  async #isPollDue(view: StoreView): Promise<boolean> {
    return ((await nextPollEnd(view)) ?? Infinity) <= this.#parts.clock.now();
  }
}
