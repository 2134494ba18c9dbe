import { ConsensusError } from '../errors/consensus-error.js';
import type { ContractBook, RegisteredContract } from '../contract/contract-book.js';
import type { StoreView } from '../store/store.js';
import type { Identity } from './identity-store.js';
import type { ContractBounds, PublicKey } from './public-key.js';

export const BOUND_PURPOSES = ['ENCRYPTION', 'DECRYPTION'] as const;

/** The value of a key requirement that allows one key. */
const UNIQUE = 0;

/**
 * Checks keys that are bound to contracts: whether these require such a key, and whether there may be another.
 *
 * Source: `validate_identity_public_key_contract_bounds` in `packages/rs-drive-abci` of dashpay/platform. As there, a document
 * type is asked for its requirement of encryption keys whatever the purpose is.
 * @throws {ConsensusError} 10400, 10406, 10515, 10533 or 40211.
 */
export async function checkBounds(
  view: StoreView,
  contracts: ContractBook,
  identity: Pick<Identity, 'id' | 'keys'>,
  added: readonly PublicKey[],
): Promise<void> {
  for (const key of added) {
    const { contractBounds, purpose, id: keyId } = key;
    if (contractBounds === undefined) continue;
    const { contractId, documentType } = contractBounds;
    const contract = await contracts.findContract(view, contractId);
    if (contract === undefined) throw new ConsensusError('DataContractNotPresentError', { contractId });
    const requirement = requirementOf(contract, contractBounds, purpose);
    const other = identity.keys.find(
      (one) => one.purpose === purpose && isSame(one.contractBounds, contractBounds),
    );
    if (requirement === undefined)
      throw new ConsensusError('DataContractBoundsNotPresentError', { contractId, documentType, purpose });
    if (requirement === UNIQUE && other !== undefined)
      throw new ConsensusError('IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError', {
        identityId: identity.id,
        contractId,
        purpose,
        keyId,
        otherKeyId: other.id,
      });
  }
}

/** Returns the requirement of a contract or a document type for keys of a purpose; nothing when it has none. @throws {ConsensusError} 10406 or 10533 */
export function requirementOf(
  { id, description }: RegisteredContract,
  { documentType }: ContractBounds,
  purpose: PublicKey['purpose'],
): number | undefined {
  const type = description.documentTypes.find(({ name }) => name === documentType);
  if (documentType !== undefined && type === undefined)
    throw new ConsensusError('InvalidDocumentTypeError', { documentType, contractId: id });
  if (!BOUND_PURPOSES.some((bound) => bound === purpose))
    throw new ConsensusError('InvalidKeyPurposeForContractBoundsError', { purpose, allowed: BOUND_PURPOSES });
  if (type !== undefined) return type.requiresIdentityEncryptionBoundedKey;
  const { config } = description;
  const asked =
    purpose === 'ENCRYPTION'
      ? config.requiresIdentityEncryptionBoundedKey
      : config.requiresIdentityDecryptionBoundedKey;
  return asked ?? undefined;
}

const isSame = (a: ContractBounds | undefined, b: ContractBounds): boolean =>
  a?.contractId === b.contractId && a.documentType === b.documentType;
