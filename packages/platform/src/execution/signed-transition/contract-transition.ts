import { dataContract, encode, type DataContract, type StateTransition } from '@dapikit/protocol';
import { registerContract } from '../contract-transition/register-contract.js';
import { updateContract } from '../contract-transition/update-contract.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import type { Transition } from '../transition/transition.js';

type Create = Extract<StateTransition, { readonly type: 'dataContractCreate' }>;
type Update = Extract<StateTransition, { readonly type: 'dataContractUpdate' }>;

/** Returns the transition that registers the contract of signed bytes. */
export const contractCreate = (
  { dataContract: contract, identityNonce, userFeeIncrease, signaturePublicKeyId }: Create,
  rules: PlatformRules,
): Transition<unknown> =>
  registerContract(
    {
      by: contract.ownerId,
      keyId: signaturePublicKeyId,
      nonce: identityNonce,
      userFeeIncrease,
      contract: contractJson(contract),
    },
    rules,
    encode(dataContract, contract),
  );

/** Returns the transition that updates the contract of signed bytes. */
export const contractUpdate = (
  { dataContract: contract, identityContractNonce, userFeeIncrease, signaturePublicKeyId }: Update,
  rules: PlatformRules,
): Transition<unknown> =>
  updateContract(
    {
      by: contract.ownerId,
      keyId: signaturePublicKeyId,
      nonce: identityContractNonce,
      userFeeIncrease,
      contractId: contract.id,
      contract: contractJson(contract),
    },
    rules,
    encode(dataContract, contract),
  );

/** Returns the official JSON of a contract, as text. */
const contractJson = (contract: DataContract): string => JSON.stringify(dataContract.toJson(contract));
