import type { WritableView } from '../../store/store.js';
import type { Block } from './block.js';
import { putLastBlock, requireChainState, type ChainState } from './chain-state.js';
import { putEpochStart } from './epoch-store.js';

/**
 * Ends a state that replaces a later one with an empty block above the height of that one: official clients reject responses of a lower
 * height than they have seen.
 *
 * @param before the last block of the state that was replaced
 * @param protocolVersion of the platform
 */
export async function continueHeight(
  view: WritableView,
  before: Block | undefined,
  protocolVersion: number,
): Promise<ChainState> {
  const state = await requireChainState(view);
  const { last, genesisTime } = state;
  if (before === undefined || (last?.height ?? 0n) >= before.height) return state;
  const first = { time: genesisTime, coreHeight: 0, epoch: 0 };
  const block = { ...(last ?? first), height: before.height + 1n };
  putLastBlock(view, block);
  if (last === undefined) putEpochStart(view, block, protocolVersion);
  return { ...state, last: block };
}
