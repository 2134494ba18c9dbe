import type { TokenAction } from '@dapikit/protocol';
import { burnTokens, checkTokenBalance } from '../../state/token/token-store.js';
import { checkAuthorized, checkSameAction, noteOf, type PlannedEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

type Burn = Extract<TokenAction, { readonly action: 'burn' }>;

/**
 * Plans to burn tokens of the signer; where a group decides, those of the proposer.
 *
 * Source: `token_burn_transition_action` in `packages/rs-drive` and `packages/rs-drive-abci` of dashpay/platform.
 */
export function planBurn(scope: TokenScope, { burnAmount: amount, publicNote }: Burn): PlannedEvent {
  const { context, configuration, tokenId, signerId, group } = scope;
  const { view } = context;
  const original = group?.original?.event.event;
  const burnFromId = original?.type === 'burn' ? original.burnFromId : signerId;
  return {
    event: { type: 'burn', amount, burnFromId, note: noteOf(scope, publicNote) },
    isRecorded: configuration.keepsHistory.keepsBurningHistory,
    admit: async () => {
      checkAuthorized(scope, configuration.manualBurningRules, 'burn');
      checkSameAction(scope, 'burn', [['burn_amount', (proposed) => proposed.amount === amount]]);
      await checkTokenBalance(view, { tokenId, identityId: burnFromId, amount, action: 'burn' });
    },
    apply: () => burnTokens(view, { tokenId, identityId: burnFromId, amount }),
  };
}
