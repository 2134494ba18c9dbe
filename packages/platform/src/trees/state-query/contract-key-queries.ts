import { distinctIdentifiers } from '../../base/bytes/identifier-order.js';
import { currentBoundKey } from '../../state/identity/bound-keys.js';
import { findIdentity } from '../../state/identity/identity-store.js';
import { PURPOSES, type ContractBounds } from '../../state/identity/public-key.js';
import type { StateContext } from './state-context.js';
import { keyBytes } from '../state-tree/wire-identity.js';

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

/**
 * Returns the only or the newest key of each purpose that identities have for a contract, where the contract asks for one key or for a
 * reference to the newest. Identities without such a key are left out.
 *
 * Source: `fetch_identities_contract_keys` in `packages/rs-drive` of dashpay/platform.
 */
export async function findContractKeys(
  { view }: StateContext,
  { identityIds, contractId, documentType, purposes }: ContractKeyQuery,
): Promise<readonly ContractKeys[]> {
  const bounds: ContractBounds = {
    contractId,
    ...(documentType === undefined ? {} : { documentType }),
  };
  const wanted = PURPOSES.filter((_, number) => purposes.includes(number));
  const identities = await Promise.all(
    distinctIdentifiers(identityIds).map(async (id) => findIdentity(view, id)),
  );
  return identities.flatMap((identity) => {
    if (identity === undefined) return [];
    const keys = wanted.flatMap((purpose) => {
      const key = currentBoundKey(identity, bounds, purpose);
      return key === undefined ? [] : [{ purpose: PURPOSES.indexOf(purpose), bytes: keyBytes(key) }];
    });
    return keys.length === 0 ? [] : [{ identityId: identity.id, keys }];
  });
}
