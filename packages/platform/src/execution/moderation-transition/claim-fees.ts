import { bytesOf } from '../../base/bytes/identifier-order.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { addCredits } from '../../state/identity/credits.js';
import { readId, type IdInput } from '../../state/input/read-input.js';
import { readSigner } from '../../state/input/read-signed.js';
import { findFeePot, POTS, putFeePot, type PotName } from '../../state/moderation/fee-pots.js';
import type { Signed, Transition } from '../transition/transition.js';
import { BY_MODERATOR, rejectModeration } from './moderation.js';

/** Describes a claim of the fees of a contract. */
export interface ClaimContractFees extends Signed {
  readonly contractId: IdInput;
  /** The pot that is paid out. */
  readonly pot: PotName;
}

/** Describes what a claim paid. */
export interface ClaimedFees {
  /** Credits of each recipient. */
  readonly each: bigint;
  readonly recipients: readonly Uint8Array[];
}

/**
 * Pays out a pot of a contract, at most once an epoch: that of the owner whole, that of the moderators in equal parts. What is left over stays.
 *
 * Source: `action-fees.md` of the keywords of contracts in the book of dashpay/platform; the order of the checks is inferred.
 * @throws {InputError}
 */
export function claimContractFees(input: ClaimContractFees): Transition<ClaimedFees> {
  const { pot } = input;
  if (!POTS.includes(pot)) throw new InputError('pot', { expected: '"owner" or "moderators"', found: pot });
  const contractId = readId(input.contractId, 'contractId');
  return {
    signed: readSigner(input),
    nonceOwner: { contractId },
    ...BY_MODERATOR,
    execute: async ({ view, contracts, signer, block }) => {
      const contract = await contracts.findContract(view, contractId);
      if (contract === undefined)
        throw new ConsensusError('DataContractNotPresentError', { dataContractId: contractId });
      const recipients = recipientsOf(contract, pot);
      const subject = { contract, identityId: signer.id };
      if (!recipients.some((one) => compareBytes(one, signer.id) === 0))
        rejectModeration(
          'ContractFeeClaimNotAllowedError',
          subject,
          `${identifierText(signer.id)} gets nothing of the pot of the ${pot}`,
          'claim as the owner of the contract, or as one of its moderators',
        );
      const { credits, claimedIn } = await findFeePot(view, contractId, pot);
      if (claimedIn === block.epoch)
        rejectModeration(
          'ContractFeesAlreadyClaimedThisEpochError',
          subject,
          `the pot of the ${pot} was paid out in epoch ${block.epoch} already`,
          'claim it in the next epoch',
        );
      const each = credits / BigInt(recipients.length);
      if (each === 0n)
        rejectModeration(
          'ContractFeesNothingToClaimError',
          subject,
          `the pot of the ${pot} has ${credits} credits for ${recipients.length} recipients`,
          'claim it when more fees have been paid',
        );
      for (const recipient of recipients) await addCredits(view, recipient, each);
      const rest = credits - each * BigInt(recipients.length);
      putFeePot(view, contractId, pot, { credits: rest, claimedIn: block.epoch });
      return { result: { each, recipients } };
    },
  };
}

/** Returns who gets a pot: the owner of the contract, or those whom it appoints to moderate; nobody while a team is to be elected first. */
function recipientsOf({ ownerId, description }: RegisteredContract, pot: PotName): readonly Uint8Array[] {
  if (pot === 'owner') return [ownerId];
  const { acting, identities = [] } = description.moderation ?? {};
  if (acting === 'appointedModerators') return identities.map(bytesOf);
  return acting === 'contractOwner' ? [ownerId] : [];
}
