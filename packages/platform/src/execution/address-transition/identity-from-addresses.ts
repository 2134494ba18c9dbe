import { identityIdFromAddresses, platformAddress, decode } from '@dapikit/protocol';
import { sumOf } from '../../state/address/address-funds.js';
import { addressFee, minIdentityFee, MIN_TOP_UP_FEE } from '../../state/fee/address-fee.js';
import { signatureCost } from '../../state/fee/processing-cost.js';
import { addCredits } from '../../state/identity/credits.js';
import { createIdentity, requireIdentity, type Identity } from '../../state/identity/identity-store.js';
import { isUniqueKey } from '../../state/identity/key-hash-index.js';
import { readKeys, type KeyInput } from '../../state/identity/read-keys.js';
import type { AddressContext, AddressTransition } from '../transition/address-transition.js';
import { admitNewIdentity } from '../transition/admit-new-identity.js';
import { addressWork, sharedMembers, type AddressPayment } from './address-request.js';

/** Describes an identity that addresses pay for. */
export interface IdentityFromAddresses extends AddressPayment {
  readonly keys: readonly KeyInput[];
  /** Checks that each key signs for itself; absent for unsigned controls. @throws {ConsensusError} 20008, 20009 or 20010 */
  readonly checkProofs?: () => void;
}

/** Returns the credits that inputs give and no output gets. */
const left = ({ inputs, outputs }: AddressPayment): bigint => sumOf(inputs) - sumOf(outputs);

/** Returns the transition that creates an identity with credits of addresses. */
export const identityFromAddresses = (
  request: IdentityFromAddresses,
): AddressTransition<{ identity: Identity }> => ({
  ...sharedMembers({ ...request, keys: request.keys.length }, 'identityCreate'),
  outputs: () => request.outputs,
  minFee: minIdentityFee(request.keys.length),
  execute: async ({ spent, ...context }) => {
    const { view } = context;
    const id = identityIdOf(spent);
    const keys = readKeys(request.keys, id, 0);
    const { checkProofs } = request;
    const requirements = await admitNewIdentity(context, { id, keys, checkProofs });
    await createIdentity(view, { id, keys, balance: left(request), requirements });
    const fee = addressFee(await addressWork(view, request));
    // Each key signs for itself.
    const signatures = keys.filter(isUniqueKey).map(({ type }) => signatureCost(type));
    return {
      result: { identity: await requireIdentity(view, id) },
      storageFee: fee.storageFee,
      processingFee: signatures.reduce((sum, credits) => sum + credits, fee.processingFee),
    };
  },
});

const identityIdOf = (spent: AddressContext['spent']): Uint8Array =>
  identityIdFromAddresses(
    spent.map(({ address, nonce }) => ({ address: decode(platformAddress, address), nonce, amount: 0n })),
  );

/** Returns the transition that adds credits of addresses to an identity. @param identityId 32 bytes */
export const topUpFromAddresses = (
  request: AddressPayment,
  identityId: Uint8Array,
): AddressTransition<{ identity: Identity }> => ({
  ...sharedMembers(request, 'identityTopUp'),
  outputs: () => request.outputs,
  minFee: MIN_TOP_UP_FEE,
  execute: async ({ view }) => {
    await addCredits(view, identityId, left(request));
    return {
      result: { identity: await requireIdentity(view, identityId) },
      ...addressFee(await addressWork(view, request)),
    };
  },
});
