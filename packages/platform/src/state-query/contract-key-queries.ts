import { bytesOf, inIdOrder } from '../bytes/identifier-order.js';
import { identifierText } from '../bytes/identifier.js';
import type { RegisteredContract } from '../contract/contract-book.js';
import { BOUND_PURPOSES, requirementOf } from '../identity/check-bounds.js';
import { findIdentity } from '../identity/identity-store.js';
import { PURPOSES, type ContractBounds, type PublicKey, type Purpose } from '../identity/public-key.js';
import type { StateContext } from './state-context.js';
import { keyBytes } from '../wire/wire-identity.js';

/** Selects the keys that identities have for a contract, or for a document type of it. */
export interface ContractKeyQuery {
  readonly identityIds: readonly Uint8Array[];
  readonly contractId: Uint8Array;
  readonly documentType?: string;
  /** By the official numbers. */
  readonly purposes: readonly number[];
}

/** Describes the keys of an identity for a contract. */
export interface ContractKeys {
  readonly identityId: Uint8Array;
  /** By purpose, in the order of the official numbers. */
  readonly keys: readonly { readonly purpose: number; readonly bytes: Uint8Array }[];
}

/** The value of a key requirement for which the network stores no reference to the newest key. */
const WITHOUT_REFERENCE = 1;

/**
 * Returns the newest key of each purpose that identities have for a contract, where the contract asks for one key or for a reference
 * to the newest. Identities without such a key are left out.
 *
 * Source: `fetch_identities_contract_keys` in `packages/rs-drive` of dashpay/platform.
 */
export async function findContractKeys(
  { view, contracts }: StateContext,
  { identityIds, contractId, documentType, purposes }: ContractKeyQuery,
): Promise<readonly ContractKeys[]> {
  const bounds: ContractBounds = {
    contractId: identifierText(contractId),
    ...(documentType === undefined ? {} : { documentType }),
  };
  const contract = await contracts.findContract(view, bounds.contractId);
  const referenced = contract === undefined ? [] : referencedPurposes(contract, bounds);
  const wanted = referenced.filter((purpose) => purposes.includes(PURPOSES.indexOf(purpose)));
  const ids = inIdOrder([...new Set(identityIds.map(identifierText))], (id) => id);
  const identities = await Promise.all(ids.map(async (id) => findIdentity(view, id)));
  return identities.flatMap((identity) => {
    const keys = wanted.flatMap((purpose) => {
      const key = identity?.keys.findLast((one) => one.purpose === purpose && isBoundTo(one, bounds));
      return key === undefined ? [] : [{ purpose: PURPOSES.indexOf(purpose), bytes: keyBytes(key) }];
    });
    return identity === undefined || keys.length === 0 ? [] : [{ identityId: bytesOf(identity.id), keys }];
  });
}

function referencedPurposes(contract: RegisteredContract, bounds: ContractBounds): readonly Purpose[] {
  const { documentType } = bounds;
  if (documentType !== undefined && contract.collection(documentType) === undefined) return [];
  return BOUND_PURPOSES.filter((purpose) => {
    const requirement = requirementOf(contract, bounds, purpose);
    return requirement !== undefined && requirement !== WITHOUT_REFERENCE;
  });
}

const isBoundTo = ({ contractBounds }: PublicKey, { contractId, documentType }: ContractBounds): boolean =>
  contractBounds?.contractId === contractId && contractBounds.documentType === documentType;
