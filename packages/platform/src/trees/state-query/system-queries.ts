import { coreRewardCredits } from '@dapikit/proof/prover';
import { requireChainState } from '../../state/chain/chain-state.js';
import { listEpochStarts, type EpochStart } from '../../state/chain/epoch-store.js';
import { totalCredits } from '../../state/identity/credits.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import type { StateContext } from './state-context.js';

/** The height of layer 1 from which on evo-sdk counts rewards of a local network. */
const ACTIVATION_HEIGHT = 1;

/** Returns the blocks of a period with one reward. Source: `core_subsidy_halving_interval` in `packages/rs-dpp` of dashpay/platform. */
const halvingInterval = ({ network }: PlatformRules): number => (network === 'regtest' ? 150 : 210_240);

/** Selects epochs. */
export interface EpochPage {
  readonly start: number;
  readonly limit: number;
  /** True if later epochs follow; else earlier ones. */
  readonly ascending: boolean;
}

/** Queries the platform as a whole. */
export interface SystemQueries {
  /** Returns stored epochs, in the order of the page. */
  epochs(page: EpochPage): Promise<readonly EpochStart[]>;
  /** Returns all credits with the platform's share of block rewards, as the network counts them: no epoch is paid out. */
  totalCredits(): Promise<bigint>;
}

/** Returns the queries of a state as a whole. */
export function systemQueries({ view, rules }: StateContext): SystemQueries {
  return {
    epochs: async (page) => listEpochStarts(view, page),
    totalCredits: async () => {
      const { last } = await requireChainState(view);
      const to = last?.coreHeight ?? 0;
      const reward = coreRewardCredits({
        from: ACTIVATION_HEIGHT,
        to,
        halvingInterval: halvingInterval(rules),
      });
      return (await totalCredits(view)) + reward;
    },
  };
}
