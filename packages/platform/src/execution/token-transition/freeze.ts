import type { TokenAction } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findBalance } from '../../state/identity/credits.js';
import { checkFreeze, findFreeze, setFrozen } from '../../state/token/token-account.js';
import { checkAuthorized, checkSameAction, noteOf, type PlannedEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

type Freeze = Extract<TokenAction, { readonly action: 'freeze' | 'unfreeze' }>;

/**
 * Plans to freeze or unfreeze an account.
 *
 * Source: `token_freeze_transition_action` and `token_unfreeze_transition_action` in `packages/rs-drive-abci` of dashpay/platform.
 */
export function planFreeze(
  scope: TokenScope,
  { action, frozenIdentityId, publicNote }: Freeze,
): PlannedEvent {
  const { context, configuration, tokenId } = scope;
  const { view } = context;
  const identityId = frozenIdentityId;
  const isFrozen = action === 'freeze';
  const compared = isFrozen ? 'identity_to_freeze_id' : 'frozen_identity_id';
  return {
    event: { type: action, identityId: frozenIdentityId, note: noteOf(scope, publicNote) },
    isRecorded: configuration.keepsHistory.keepsFreezingHistory,
    admit: async () => {
      checkAuthorized(scope, isFrozen ? configuration.freezeRules : configuration.unfreezeRules, action);
      checkSameAction(scope, action, [
        [compared, (original) => compareBytes(original.identityId, frozenIdentityId) === 0],
      ]);
      await checkFreeze(view, { tokenId, identityId, isFrozen, signerId: context.signer.id });
      // Of an account that was frozen before, the identity is there.
      const isNew = isFrozen && (await findFreeze(view, tokenId, identityId)) === undefined;
      if (isNew && (await findBalance(view, identityId)) === undefined)
        throw new ConsensusError('IdentityToFreezeDoesNotExistError', { identityToFreezeId: identityId });
    },
    apply: () => setFrozen(view, { tokenId, identityId, isFrozen }),
  };
}
