import { putChainState, type ChainState } from '../chain/chain-state.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { WritableView } from '../../store/store.js';
import { installSystemState } from './install-system-contracts.js';

/** Gives a new state, or one of an earlier protocol, what the network has from its protocol on. */
export async function upgradeState(
  view: WritableView,
  state: ChainState,
  { contracts, protocolVersion }: { readonly contracts: ContractBook; readonly protocolVersion: number },
): Promise<ChainState> {
  if (state.protocolVersion >= protocolVersion) return state;
  const block = state.last ?? { height: 0n, time: state.genesisTime, coreHeight: 0, epoch: 0 };
  await installSystemState(view, { contracts, protocolVersion, block });
  const next = { ...state, protocolVersion };
  putChainState(view, next);
  return next;
}
