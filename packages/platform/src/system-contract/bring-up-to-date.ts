import { putChainState, type ChainState } from '../chain-state.js';
import { renewNextEnd } from '../contest/next-poll-end.js';
import { noteFirstTallies } from '../contest/tally-history.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { WritableView } from '../store/store.js';
import { countIssuedCredits } from '../verify/verify-credits.js';
import { foundSystem } from './found-system.js';

/** Gives a state that an earlier protocol left the contracts of the network that a newer one has, and what is kept only since. */
export async function bringUpToDate(
  view: WritableView,
  state: ChainState,
  { contracts, protocolVersion }: { readonly contracts: ContractBook; readonly protocolVersion: number },
): Promise<ChainState> {
  await renewNextEnd(view);
  await noteFirstTallies(view);
  await countIssuedCredits(view);
  if (state.protocolVersion >= protocolVersion) return state;
  const block = state.last ?? { height: 0n, time: state.genesisTime, coreHeight: 0, epoch: 0 };
  await foundSystem(view, { contracts, protocolVersion, block });
  const next = { ...state, protocolVersion };
  putChainState(view, next);
  return next;
}
