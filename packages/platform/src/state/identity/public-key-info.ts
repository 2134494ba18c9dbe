import { identifierText } from '../../base/bytes/identifier.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { ContractBounds, PublicKey } from './public-key.js';

/** Describes to callers the contract, or the document type of it, to which a key is restricted. */
export interface ContractBoundsInfo extends Omit<ContractBounds, 'contractId'> {
  /** Base58. */
  readonly contractId: string;
}

/** Describes a public key to callers, and as entries of the store have it. */
export interface PublicKeyInfo extends Omit<PublicKey, 'contractBounds'> {
  readonly contractBounds?: ContractBoundsInfo;
}

/** Returns bounds with the contract in base58. */
export const contractBoundsInfo = (bounds: ContractBounds): ContractBoundsInfo => ({
  ...bounds,
  contractId: identifierText(bounds.contractId),
});

/** Returns a key with the contract of its bounds in base58. */
export function publicKeyInfo(key: PublicKey): PublicKeyInfo {
  const { contractBounds, ...unbound } = key;
  return contractBounds === undefined
    ? unbound
    : { ...key, contractBounds: contractBoundsInfo(contractBounds) };
}

/** Returns the key of what {@link publicKeyInfo} gives. */
export function publicKeyOf(info: PublicKeyInfo): PublicKey {
  const { contractBounds, ...unbound } = info;
  return contractBounds === undefined
    ? unbound
    : { ...info, contractBounds: { ...contractBounds, contractId: bytesOf(contractBounds.contractId) } };
}
