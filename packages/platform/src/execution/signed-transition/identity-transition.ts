import type { StateTransition } from '@dapikit/protocol';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { keyChange } from '../identity-transition/change-keys.js';
import { creditsToAddresses } from '../identity-transition/transfer-to-addresses.js';
import { creditWithdrawal } from '../identity-transition/withdraw-credits.js';
import { creditTransfer } from '../identity-transition/transfer-credits.js';
import type { Transition } from '../transition/transition.js';
import { outputBytes } from './address-transition.js';
import type { SignedBytes } from './check-signature.js';
import { checkKeyProofs, keyInput } from './new-keys.js';

type Update = Extract<StateTransition, { readonly type: 'identityUpdate' }>;
type TransferToAddresses = Extract<StateTransition, { readonly type: 'identityCreditTransferToAddresses' }>;
type Withdrawal = Extract<StateTransition, { readonly type: 'identityCreditWithdrawal' }>;
type CreditTransfer = Extract<StateTransition, { readonly type: 'identityCreditTransfer' }>;

/** Returns the transition that moves credits. */
export const signedCreditTransfer = ({
  identityId,
  recipientId,
  amount,
  nonce,
  userFeeIncrease,
  signaturePublicKeyId,
}: CreditTransfer): Transition<unknown> =>
  creditTransfer({
    by: identityId,
    keyId: signaturePublicKeyId,
    nonce,
    userFeeIncrease,
    recipientId,
    credits: amount,
  });

/** Returns the transition that moves credits of an identity to addresses. */
export const signedTransferToAddresses = ({
  identityId,
  recipientAddresses,
  nonce,
  userFeeIncrease,
  signaturePublicKeyId,
}: TransferToAddresses): Transition<unknown> =>
  creditsToAddresses(
    { by: identityId, keyId: signaturePublicKeyId, nonce, userFeeIncrease },
    recipientAddresses.map(outputBytes),
  );

/** Returns the transition that withdraws credits. */
export const signedWithdrawal = ({
  formatVersion,
  identityId,
  amount,
  coreFeePerByte,
  pooling,
  outputScript,
  nonce,
  userFeeIncrease,
  signaturePublicKeyId,
}: Withdrawal): Transition<unknown> =>
  creditWithdrawal(
    { by: identityId, keyId: signaturePublicKeyId, nonce, userFeeIncrease },
    { credits: amount, coreFeePerByte, pooling, outputScript, allowsOwner: formatVersion === 1 },
  );

/** Returns the transition that adds and disables keys. */
export const signedKeyChange = (
  {
    identityId,
    revision,
    nonce,
    addPublicKeys,
    disablePublicKeys,
    userFeeIncrease,
    signaturePublicKeyId,
  }: Update,
  sent: SignedBytes,
  contracts: ContractBook,
): Transition<unknown> =>
  keyChange(
    {
      by: identityId,
      keyId: signaturePublicKeyId,
      nonce,
      userFeeIncrease,
      add: addPublicKeys.map(keyInput),
      disable: disablePublicKeys,
    },
    contracts,
    { revision, checkProofs: () => checkKeyProofs(addPublicKeys, sent) },
  );
