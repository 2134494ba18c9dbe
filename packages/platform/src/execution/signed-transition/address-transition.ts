import { encode, platformAddress, type PlatformAddress, type StateTransition } from '@dapikit/protocol';
import type { AssetLockSource } from '../../state/asset-lock/asset-lock-source.js';
import { verifyAssetLock } from '../../state/asset-lock/verify-asset-lock.js';
import type { AddressPayment, AddressRequest } from '../address-transition/address-request.js';
import { addressFunding } from '../address-transition/fund-addresses.js';
import { identityFromAddresses, topUpFromAddresses } from '../address-transition/identity-from-addresses.js';
import { addressTransfer } from '../address-transition/transfer-address-funds.js';
import { addressWithdrawal } from '../address-transition/withdraw-address-funds.js';
import type { AddressTransition } from '../transition/address-transition.js';
import { witnessCheck } from './address-witness.js';
import { assetLockUse } from './asset-lock-transition.js';
import type { SentTransition } from './decode-transition.js';
import { checkKeyProofs, keyInput } from './new-keys.js';

type OfType<Type extends StateTransition['type']> = Extract<StateTransition, { readonly type: Type }>;
type Funding = OfType<'addressFundingFromAssetLock'>;
type Paid =
  | OfType<'identityCreateFromAddresses'>
  | OfType<'identityTopUpFromAddresses'>
  | OfType<'addressFundsTransfer'>
  | OfType<'addressCreditWithdrawal'>;

const PAID: ReadonlySet<StateTransition['type']> = new Set<Paid['type']>([
  'identityCreateFromAddresses',
  'identityTopUpFromAddresses',
  'addressFundsTransfer',
  'addressCreditWithdrawal',
]);

/** Returns whether addresses alone pay for a transition. */
export const isAddressTransition = (decoded: StateTransition): decoded is Paid => PAID.has(decoded.type);

/** Returns the transition of signed bytes that addresses pay for. */
export function signedAddressTransition(decoded: Paid, sent: SentTransition): AddressTransition<unknown> {
  const request = requestOf(decoded, sent.signable);
  switch (decoded.type) {
    case 'addressFundsTransfer':
      return addressTransfer({ ...request, outputs: decoded.outputs.map(outputBytes) });
    case 'addressCreditWithdrawal': {
      const { coreFeePerByte, pooling, outputScript } = decoded;
      return addressWithdrawal({ ...withChange(request, decoded), coreFeePerByte, pooling, outputScript });
    }
    case 'identityTopUpFromAddresses':
      return topUpFromAddresses(withChange(request, decoded), decoded.identityId);
    default:
      return identityFromAddresses({
        ...withChange(request, decoded),
        keys: decoded.publicKeys.map(keyInput),
        checkProofs: () => checkKeyProofs(decoded.publicKeys, sent),
      });
  }
}

/** Returns the transition of signed bytes that gives addresses the credits of an asset lock. @throws {ConsensusError} when its proof is rejected */
export async function signedAddressFunding(
  decoded: Funding,
  sent: SentTransition,
  source: AssetLockSource,
): Promise<AddressTransition<unknown>> {
  const outputs = decoded.outputs.map(({ address, amount }) => ({ address: addressBytes(address), amount }));
  const lock = await verifyAssetLock(decoded.assetLockProof, source);
  return addressFunding(
    { ...requestOf(decoded, sent.signable), outputs },
    assetLockUse(lock, sent, decoded.signature),
  );
}

function requestOf(
  { inputs: given, feeStrategy, userFeeIncrease, inputWitnesses }: Paid | Funding,
  signable: Uint8Array,
): AddressRequest {
  const inputs = given.map(({ address, ...input }) => ({ ...input, address: addressBytes(address) }));
  return {
    inputs,
    feeStrategy,
    userFeeIncrease: BigInt(userFeeIncrease),
    witnesses: inputWitnesses.length,
    checkWitnesses: witnessCheck(inputs, inputWitnesses, signable),
  };
}

const withChange = (
  request: AddressRequest,
  { output }: { readonly output: Parameters<typeof outputBytes>[0] | undefined },
): AddressPayment => ({ ...request, outputs: output === undefined ? [] : [outputBytes(output)] });

/** Returns an output with the 21 bytes of its address. */
export const outputBytes = ({
  address,
  amount,
}: {
  readonly address: PlatformAddress;
  readonly amount: bigint;
}): AddressPayment['outputs'][number] => ({ address: addressBytes(address), amount });

const addressBytes = (address: PlatformAddress): Uint8Array => encode(platformAddress, address);
