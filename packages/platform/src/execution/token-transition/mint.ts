import type { TokenAction } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findBalance } from '../../state/identity/credits.js';
import { checkNotFrozen } from '../../state/token/token-account.js';
import { mintTokens, requireToken } from '../../state/token/token-store.js';
import { checkAuthorized, checkSameAction, noteOf, type PlannedEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

type Mint = Extract<TokenAction, { readonly action: 'mint' }>;

/**
 * Plans to mint tokens.
 *
 * Source: `token_mint_transition_action` in `packages/rs-drive` and `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 10455 or 10454
 */
export function planMint(scope: TokenScope, { amount, issuedToIdentityId, publicNote }: Mint): PlannedEvent {
  const { context, configuration, tokenId, signerId } = scope;
  const { view } = context;
  const { mintingAllowChoosingDestination, newTokensDestinationIdentity } = configuration.distributionRules;
  if (!mintingAllowChoosingDestination && issuedToIdentityId !== undefined)
    throw new ConsensusError('ChoosingTokenMintRecipientNotAllowedError', { tokenId });
  const recipientId = issuedToIdentityId ?? newTokensDestinationIdentity;
  if (recipientId === undefined)
    throw new ConsensusError('DestinationIdentityForTokenMintingNotSetError', { tokenId });
  return {
    event: { type: 'mint', amount, recipientId, note: noteOf(scope, publicNote) },
    isRecorded: configuration.keepsHistory.keepsMintingHistory,
    admit: async () => {
      checkAuthorized(scope, configuration.manualMintingRules, 'mint');
      checkSameAction(scope, 'mint', [
        ['mint_amount', (original) => original.amount === amount],
        ['recipient', (original) => compareBytes(original.recipientId, recipientId) === 0],
      ]);
      await checkMaxSupply(scope, amount);
      if (compareBytes(recipientId, signerId) !== 0 && (await findBalance(view, recipientId)) === undefined)
        throw new ConsensusError('RecipientIdentityDoesNotExistError', { recipientId });
      if (!configuration.allowTransferToFrozenBalance)
        await checkNotFrozen(view, { tokenId, identityId: recipientId, action: 'mint' });
    },
    apply: () => mintTokens(view, { tokenId, identityId: recipientId, amount }),
  };
}

/** Rejects tokens that exceed the max supply. @throws {ConsensusError} 40705 */
export async function checkMaxSupply(
  { context: { view }, configuration, tokenId }: TokenScope,
  amount: bigint,
): Promise<void> {
  const { maxSupply: max } = configuration;
  if (max === undefined) return;
  const { totalSupply: current } = await requireToken(view, tokenId);
  if (current + amount > max)
    throw new ConsensusError('TokenMintPastMaxSupplyError', {
      tokenId,
      amount,
      currentSupply: current,
      maxSupply: max,
    });
}
