import type { TokenAction } from '@dapikit/protocol';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findBalance } from '../../state/identity/credits.js';
import { checkNotFrozen } from '../../state/token/token-account.js';
import { checkTokenBalance, moveTokens, requireToken } from '../../state/token/token-store.js';
import type { PlannedEvent } from './planned-event.js';
import { rejectTransfer } from '../../state/token/reject-transfer.js';
import type { TokenScope } from './token-scope.js';

type Transfer = Extract<TokenAction, { readonly action: 'transfer' }>;

/**
 * Plans to give tokens to another identity.
 *
 * Source: `token_transfer_transition_action` in `packages/rs-drive-abci` of dashpay/platform; the checks are in its order.
 * @throws {ConsensusError} 40726
 */
export function planTransfer(scope: TokenScope, transfer: Transfer): PlannedEvent {
  const { context, configuration, tokenId, contract, position } = scope;
  const { view, signer } = context;
  if (!contract.tokenExtension(position).isTransferable) rejectTransfer(contract.id, position);
  const { amount, recipientId, publicNote: note, sharedEncryptedNote, privateEncryptedNote } = transfer;
  const action = 'transfer';
  return {
    event: { type: 'transfer', recipientId, note, sharedEncryptedNote, privateEncryptedNote, amount },
    isRecorded: configuration.keepsHistory.keepsTransferHistory,
    admit: async () => {
      await checkTokenBalance(view, { tokenId, identityId: signer.id, amount, action });
      await checkNotFrozen(view, { tokenId, identityId: signer.id, action });
      if (!configuration.allowTransferToFrozenBalance)
        await checkNotFrozen(view, { tokenId, identityId: recipientId, action });
      if ((await requireToken(view, tokenId)).isPaused)
        throw new ConsensusError('TokenIsPausedError', { tokenId });
      if ((await findBalance(view, recipientId)) === undefined)
        throw new ConsensusError('TokenTransferRecipientIdentityNotExistError', { recipientId });
    },
    apply: () => moveTokens(view, { tokenId, senderId: signer.id, recipientId, amount }),
  };
}
