import type { StateTransition } from '@dapikit/protocol';
import type { AssetLockSource } from '../../state/asset-lock/asset-lock-source.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import type { SignedTransition } from '../transition/platform-chain.js';
import type { Transition } from '../transition/transition.js';
import { isAddressTransition, signedAddressFunding, signedAddressTransition } from './address-transition.js';
import { assetLockTransition } from './asset-lock-transition.js';
import { batchTransition } from './batch-transition.js';
import { signatureCheck } from './check-signature.js';
import { contractCreate, contractUpdate } from './contract-transition.js';
import type { SentTransition } from './decode-transition.js';
import {
  signedCreditTransfer,
  signedKeyChange,
  signedTransferToAddresses,
  signedWithdrawal,
} from './identity-transition.js';
import { voteTransition } from './vote-transition.js';
import { UnsupportedTransitionError } from './unsupported-transition-error.js';

/** Describes what signed bytes are read with. */
export interface SignedTransitionParts {
  readonly rules: PlatformRules;
  readonly contracts: ContractBook;
  /** Source of asset locks of layer 1; nothing where the platform knows no layer 1. */
  readonly assetLocks: AssetLockSource | undefined;
}

/**
 * Returns the transition of signed bytes: the one that the unsigned control of the same name makes, with the check of its signature.
 *
 * @throws {ConsensusError} for what the bytes alone show. @throws {UnsupportedTransitionError}
 */
export async function signedTransition(
  sent: SentTransition,
  parts: SignedTransitionParts,
): Promise<SignedTransition> {
  const { decoded } = sent;
  if (decoded.type === 'identityCreate' || decoded.type === 'identityTopUp')
    return assetLockTransition(decoded, sent, sourceOf(parts));
  if (decoded.type === 'addressFundingFromAssetLock')
    return signedAddressFunding(decoded, sent, sourceOf(parts));
  if (isAddressTransition(decoded)) return signedAddressTransition(decoded, sent);
  if (decoded.type === 'masternodeVote') return voteTransition(decoded, sent);
  const transition = unsignedTransition(decoded, sent, parts);
  return 'signature' in decoded
    ? { ...transition, checkSignature: signatureCheck(sent, decoded.signature) }
    : transition;
}

/** Returns what layer 1 says of asset locks. @throws {UnsupportedTransitionError} where the platform knows no layer 1 */
function sourceOf({ assetLocks }: SignedTransitionParts): AssetLockSource {
  if (assetLocks !== undefined) return assetLocks;
  throw new UnsupportedTransitionError('state transitions with asset locks, as it has no development chain');
}

function unsignedTransition(
  decoded: StateTransition,
  sent: SentTransition,
  { rules, contracts }: SignedTransitionParts,
): Transition<unknown> {
  switch (decoded.type) {
    case 'batch':
      return batchTransition(decoded, sent, rules);
    case 'dataContractCreate':
      return contractCreate(decoded, rules);
    case 'dataContractUpdate':
      return contractUpdate(decoded, rules);
    case 'identityCreditTransfer':
      return signedCreditTransfer(decoded);
    case 'identityCreditTransferToAddresses':
      return signedTransferToAddresses(decoded);
    case 'identityCreditWithdrawal':
      return signedWithdrawal(decoded);
    case 'identityUpdate':
      return signedKeyChange(decoded, sent, contracts);
    default:
      throw new UnsupportedTransitionError(`state transitions of type ${decoded.type}`);
  }
}
