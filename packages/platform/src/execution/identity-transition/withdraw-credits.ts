import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { takeCredits } from '../../state/identity/credits.js';
import type { Identity } from '../../state/identity/identity-store.js';
import { WITHDRAWAL_KEYS, TRANSFER_KEYS } from '../../state/identity/signing-key.js';
import type { SignedRequest, Transition } from '../transition/transition.js';
import { queueWithdrawal } from '../../state/withdrawal/withdrawal-documents.js';
import {
  checkWithdrawalTerms,
  isWithdrawalAmount,
  MIN_WITHDRAWAL_FEE,
  payToKeyHash,
  payToScriptHash,
  QUORUM_SIGNATURE_FEE,
  WITHDRAWAL_AMOUNTS,
  type WithdrawalTerms,
} from '../../state/withdrawal/withdrawal-terms.js';

/** Describes a withdrawal of an identity. */
export interface CreditWithdrawal extends WithdrawalTerms {
  readonly credits: bigint;
  /** True if a key for OWNER may sign as well, as since version 1 of the transition. */
  readonly allowsOwner: boolean;
}

/** Returns the transition that withdraws credits of an identity to layer 1. */
export const creditWithdrawal = (
  signed: SignedRequest,
  withdrawal: CreditWithdrawal,
): Transition<object> => ({
  signed,
  nonceOwner: {},
  keyRequirement: withdrawal.allowsOwner ? WITHDRAWAL_KEYS : TRANSFER_KEYS,
  baseFee: BASE_FEES.identity,
  checkStructure: () => {
    const { credits } = withdrawal;
    if (!isWithdrawalAmount(credits))
      throw new ConsensusError('InvalidIdentityCreditWithdrawalTransitionAmountError', {
        amount: credits,
        ...WITHDRAWAL_AMOUNTS,
      });
    checkWithdrawalTerms(withdrawal);
  },
  requiredBalance: ({ key }) => {
    const { outputScript, credits } = withdrawal;
    if (key.purpose === 'OWNER' && outputScript !== undefined)
      throw new ConsensusError('WithdrawalOutputScriptNotAllowedWhenSigningWithOwnerKeyError', {
        outputScript,
        keyId: key.id,
      });
    return credits + MIN_WITHDRAWAL_FEE;
  },
  execute: async ({ view, contracts, block, signer, nonce }) => {
    const { credits, coreFeePerByte, outputScript = ownScript(signer) } = withdrawal;
    await takeCredits(view, signer.id, credits);
    const entropy = concatBytes([integerBytes(nonce, 8), outputScript]);
    await queueWithdrawal(view, contracts, block, {
      ownerId: signer.id,
      entropy,
      credits,
      coreFeePerByte,
      outputScript,
    });
    return { result: {}, processingFee: QUORUM_SIGNATURE_FEE };
  },
});

/**
 * Returns the script that the newest key for TRANSFER in use pays to.
 *
 * Source: `try_from_identity_credit_withdrawal_v1` in `packages/rs-drive` of dashpay/platform.
 * @throws {ConsensusError} 40214, 40208 or 40215, paid
 */
function ownScript({ id, keys }: Identity): Uint8Array {
  const transfer = keys.filter(({ purpose }) => purpose === 'TRANSFER');
  const newest = transfer.at(-1);
  if (newest === undefined) throw new ConsensusError('MissingTransferKeyError', { identityId: id });
  const key = transfer.findLast(({ disabledAt }) => disabledAt === undefined);
  if (key === undefined)
    throw new ConsensusError('IdentityPublicKeyIsDisabledError', { publicKeyIndex: newest.id });
  if (key.type === 'ECDSA_HASH160') return payToKeyHash(key.data);
  if (key.type === 'BIP13_SCRIPT_HASH') return payToScriptHash(key.data);
  throw new ConsensusError('NoTransferKeyForCoreWithdrawalAvailableError', { identityId: id });
}
