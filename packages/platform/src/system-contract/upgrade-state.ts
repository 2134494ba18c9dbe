import { putChainState, type ChainState } from '../chain/chain-state.js';
import { renewNextEnd } from '../contest/next-poll-end.js';
import { recordFirstTallies } from '../contest/tally-history.js';
import type { ContractBook } from '../contract/contract-book.js';
import { indexKeyHashes } from '../identity/key-hash-index.js';
import type { WritableView } from '../store/store.js';
import { upgradeTokens } from '../token/upgrade-tokens.js';
import { countIssuedCredits } from '../verify/verify-credits.js';
import { listFirstVoters } from '../verify/verify-voters.js';
import { installSystemContracts, installSystemState } from './install-system-contracts.js';

/** Gives a state that an earlier protocol left the contracts of the network that a newer one has, and what is stored only since. */
export async function upgradeState(
  view: WritableView,
  state: ChainState,
  { contracts, protocolVersion }: { readonly contracts: ContractBook; readonly protocolVersion: number },
): Promise<ChainState> {
  await renewNextEnd(view);
  await recordFirstTallies(view);
  await listFirstVoters(view);
  await upgradeTokens(view);
  await countIssuedCredits(view);
  await indexKeyHashes(view);
  const block = state.last ?? { height: 0n, time: state.genesisTime, coreHeight: 0, epoch: 0 };
  if (state.protocolVersion >= protocolVersion) {
    await installSystemContracts(view, { protocolVersion, block });
    return state;
  }
  await installSystemState(view, { contracts, protocolVersion, block });
  const next = { ...state, protocolVersion };
  putChainState(view, next);
  return next;
}
