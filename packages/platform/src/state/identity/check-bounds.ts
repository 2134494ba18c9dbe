import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import type { ContractBook, RegisteredContract } from '../contract/contract-book.js';
import type { StoreView } from '../../store/store.js';
import { isSameBounds, MULTIPLE_WITH_NEWEST, UNIQUE, type KeyRequirements } from './bound-keys.js';
import type { Identity } from './identity-store.js';
import { contractBoundsInfo } from './public-key-info.js';
import type { ContractBounds, PublicKey } from './public-key.js';

export const BOUND_PURPOSES = ['ENCRYPTION', 'DECRYPTION'] as const;

/**
 * Checks keys that are bound to contracts: whether these require such a key, and whether there may be another. Returns the requirements
 * that decide how the keys are stored.
 *
 * Source: `validate_identity_public_key_contract_bounds` in `packages/rs-drive-abci` of dashpay/platform. As there, a document
 * type is asked for its requirement of encryption keys whatever the purpose is.
 * @throws {ConsensusError} 10400, 10406, 10515, 10533 or 40211.
 * @throws {InputError} where the network fails without a number.
 */
export async function checkBounds(
  view: StoreView,
  contracts: ContractBook,
  identity: Pick<Identity, 'id' | 'keys'>,
  added: readonly PublicKey[],
): Promise<KeyRequirements> {
  const requirements = new Map<number, number>();
  for (const key of added) {
    const { contractBounds, purpose, id: keyId } = key;
    if (contractBounds === undefined) continue;
    const { contractId, documentType } = contractBounds;
    const contract = await contracts.findContract(view, contractId);
    if (contract === undefined)
      throw new ConsensusError('DataContractNotPresentError', { dataContractId: contractId });
    const requirement = requirementOf(contract, contractBounds, purpose);
    const other = identity.keys.find(
      (one) => one.purpose === purpose && isSameBounds(one.contractBounds, contractBounds),
    );
    if (requirement === undefined)
      throw new ConsensusError('DataContractBoundsNotPresentError', {
        dataContractId: contractId,
        documentType,
        purpose,
      });
    if (requirement === UNIQUE && other !== undefined)
      throw new ConsensusError('IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError', {
        identityId: identity.id,
        contractId,
        purpose,
        newKeyId: keyId,
        oldKeyId: other.id,
      });
    requirements.set(keyId, storedRequirement(contract, contractBounds, purpose));
  }
  return requirements;
}

/**
 * Returns the requirement that decides how a key is stored: that of its own purpose.
 *
 * Source: `add_potential_contract_info_for_contract_bounded_key` in `packages/rs-drive` of dashpay/platform. Up to protocol 13, the reference
 * to the newest key of a whole contract leads nowhere, and GroveDB rejects the batch.
 * @throws {InputError} where the network fails without a number.
 */
function storedRequirement(
  contract: RegisteredContract,
  bounds: ContractBounds,
  purpose: PublicKey['purpose'],
): number {
  const { documentType } = bounds;
  const type = contract.description.documentTypes.find(({ name }) => name === documentType);
  const requirement =
    type === undefined || purpose === 'ENCRYPTION'
      ? requirementOf(contract, bounds, purpose)
      : type.requiresIdentityDecryptionBoundedKey;
  if (requirement === undefined)
    throw new InputError('contractBounds', {
      problem: `document type ${documentType} requires no key for ${purpose}: the network cannot store it`,
      expected: 'a document type that requires such a key',
      found: contractBoundsInfo(bounds),
      fix: 'Register the document type with requiresIdentityDecryptionBoundedKey.',
    });
  if (type === undefined && requirement === MULTIPLE_WITH_NEWEST)
    throw new InputError('contractBounds', {
      problem: `the contract requires keys for ${purpose} with a reference to the newest (2): the network cannot store it`,
      expected: 'a document type with this requirement',
      found: contractBoundsInfo(bounds),
      fix: 'Use the requirement 0 or 1 in the configuration of the contract, or 2 in a document type.',
    });
  return requirement;
}

/** Returns the requirement of a contract or a document type for keys of a purpose; nothing when it has none. @throws {ConsensusError} 10406 or 10533 */
export function requirementOf(
  { id, description }: RegisteredContract,
  { documentType }: ContractBounds,
  purpose: PublicKey['purpose'],
): number | undefined {
  const type = description.documentTypes.find(({ name }) => name === documentType);
  if (documentType !== undefined && type === undefined)
    throw new ConsensusError('InvalidDocumentTypeError', { documentType, dataContractId: id });
  if (!BOUND_PURPOSES.some((bound) => bound === purpose))
    throw new ConsensusError('InvalidKeyPurposeForContractBoundsError', {
      givenKeyPurpose: purpose,
      allowedKeyPurposes: BOUND_PURPOSES,
    });
  if (type !== undefined) return type.requiresIdentityEncryptionBoundedKey;
  const { config } = description;
  const asked =
    purpose === 'ENCRYPTION'
      ? config.requiresIdentityEncryptionBoundedKey
      : config.requiresIdentityDecryptionBoundedKey;
  return asked ?? undefined;
}
