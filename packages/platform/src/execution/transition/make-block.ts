import { NewerProtocolError } from '../../base/errors/newer-protocol-error.js';
import { BALANCE_BLOCK_KEYS, settleBalanceChanges } from '../../state/address/balance-changes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { nextBlock, type Block } from '../../state/chain/block.js';
import {
  requireChainState,
  putLastBlock,
  STATE_KEYS,
  type ChainState,
} from '../../state/chain/chain-state.js';
import type { Clock } from '../../state/chain/clock.js';
import { putEpochStart } from '../../state/chain/epoch-store.js';
import type { SharedTime } from '../../state/chain/shared-time.js';
import type { AwardDocument } from '../../state/contest/apply-effects.js';
import { beginBlock, BLOCK_KEYS } from '../../state/contest/contest-store.js';
import { TREE_STATE_KEYS } from '../../state/keys/tree-keys.js';
import type { RecordChanges } from '../../trees/state-tree/record-changes.js';
import type { Overlay } from '../../store/overlay.js';
import type { Store, StoreView, WritableView } from '../../store/store.js';
import type { StoredDocumentChange } from './document-changes.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';

/** Follows the blocks of a platform. */
export interface BlockFollower {
  /** Reads what the block has changed since a savepoint, before it is stored. */
  readonly read: (view: WritableView, mark: number) => Promise<readonly StoredDocumentChange[]>;
  /** Gets a block that is stored. */
  readonly notify: (block: Block, documents: readonly StoredDocumentChange[]) => void;
}

/** Describes what blocks are made of. */
export interface BlockParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly time: SharedTime;
  readonly rules: PlatformRules;
  /** The height of layer 1. */
  readonly coreHeight: () => number;
  /** Runs work that changes the state, and records what it changes in the trees. */
  readonly record: RecordChanges;
  /** Follows the blocks; absent where nobody does. */
  readonly follower?: BlockFollower | undefined;
  /** Creates the document that wins a contest. */
  readonly award: (block: Block) => AwardDocument;
  /** Returns the height of the first block of a later protocol; undefined where none is expected. */
  readonly nextProtocolHeight?: () => bigint | undefined;
  /** Removes the documents that have expired; absent where none can. */
  readonly expire?: (view: WritableView, block: Block) => Promise<void>;
}

/**
 * Makes the next block, with what `work` changes in it, and ends the polls that are due: `work` gets their ids in base58.
 *
 * @param reads keys that `work` is known to read. @throws what `work` throws; then there is no block.
 */
export async function makeBlock<Result>(
  { store, time, record, award, expire, follower, nextProtocolHeight, ...parts }: BlockParts,
  work: (view: WritableView, block: Block, ended: readonly string[]) => Promise<Result>,
  reads: readonly Uint8Array[] = [],
): Promise<Result> {
  const { rules } = parts;
  let followed: { readonly block: Block; readonly documents: readonly StoredDocumentChange[] } | undefined;
  const made = await store.write(
    async (written) =>
      record(written, async (view) => {
        const begin = view.mark();
        const state = await requireChainState(view);
        if (state.protocolVersion > rules.protocolVersion)
          throw new NewerProtocolError(rules.protocolVersion, state.protocolVersion);
        const block = blockAfter(state, time.next(view, state), parts);
        if (block.height >= (nextProtocolHeight?.() ?? Infinity))
          throw new NewerProtocolError(rules.protocolVersion, rules.protocolVersion + 1);
        putLastBlock(view, block);
        if (state.last?.epoch !== block.epoch) putEpochStart(view, block, rules.protocolVersion);
        const ended = await beginBlock(view, block, rules.contestRules, award(block));
        const result = await work(view, block, ended.map(identifierText));
        await expire?.(view, block);
        await settleBalanceChanges(view, block);
        if (follower !== undefined) followed = { block, documents: await follower.read(view, begin) };
        return result;
      }),
    [...STATE_KEYS, ...BLOCK_KEYS, ...BALANCE_BLOCK_KEYS, ...TREE_STATE_KEYS, ...reads],
  );
  if (followed !== undefined) follower?.notify(followed.block, followed.documents);
  return made;
}

/** Returns the block that would come next, without making it. */
export async function upcomingBlock(
  view: StoreView,
  { clock, ...parts }: Pick<BlockParts, 'clock' | 'rules' | 'coreHeight'>,
): Promise<Block> {
  const state = await requireChainState(view);
  return blockAfter(state, Math.max(clock.now(), state.last?.time ?? state.genesisTime), parts);
}

/** Begins the block that would come next on a view whose changes are dropped. As before a broadcast transition, polls that are due end first. */
export async function beginUpcomingBlock(
  view: Overlay,
  parts: Pick<BlockParts, 'clock' | 'rules' | 'coreHeight' | 'award'>,
): Promise<Block> {
  const block = await upcomingBlock(view, parts);
  const award = parts.award(block);
  while ((await beginBlock(view, block, parts.rules.contestRules, award)).length > 0);
  return block;
}

function blockAfter(
  { last: previous, genesisTime }: ChainState,
  time: number,
  { rules, coreHeight }: Pick<BlockParts, 'rules' | 'coreHeight'>,
): Block {
  return nextBlock({
    ...(previous === undefined ? {} : { previous }),
    genesisTime,
    time,
    coreHeight: Math.max(coreHeight(), previous?.coreHeight ?? 0),
    network: rules.network,
  });
}
