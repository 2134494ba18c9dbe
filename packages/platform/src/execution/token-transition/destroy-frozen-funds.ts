import type { TokenAction } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findFreeze, findTokenBalance } from '../../state/token/token-account.js';
import { burnTokens } from '../../state/token/token-store.js';
import { checkAuthorized, checkSameAction, noteOf, type PlannedEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

type Destroy = Extract<TokenAction, { readonly action: 'destroyFrozenFunds' }>;

const ACTION = 'destroy_frozen_funds';

/**
 * Plans to burn all that a frozen account has.
 *
 * Source: `token_destroy_frozen_funds_transition_action` in `packages/rs-drive` and `packages/rs-drive-abci` of dashpay/platform.
 */
export async function planDestroy(
  scope: TokenScope,
  { frozenIdentityId, publicNote }: Destroy,
): Promise<PlannedEvent> {
  const { context, configuration, tokenId } = scope;
  const { view } = context;
  const identityId = frozenIdentityId;
  // The check before the mempool plans it without the account.
  const amount = (await findTokenBalance(view, tokenId, identityId)) ?? 0n;
  return {
    event: {
      type: 'destroyFrozenFunds',
      identityId: frozenIdentityId,
      amount,
      note: noteOf(scope, publicNote),
    },
    isRecorded: true,
    admit: async () => {
      if ((await findFreeze(view, tokenId, identityId)) !== true)
        throw new ConsensusError('IdentityTokenAccountNotFrozenError', {
          tokenId,
          identityId,
          action: ACTION,
        });
      checkAuthorized(scope, configuration.destroyFrozenFundsRules, 'destroy frozen funds');
      checkSameAction(scope, 'destroyFrozenFunds', [
        ['frozen_identity_id', (original) => compareBytes(original.identityId, frozenIdentityId) === 0],
      ]);
    },
    apply: () => burnTokens(view, { tokenId, identityId, amount }),
  };
}
