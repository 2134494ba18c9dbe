import { findAddresses, type AddressState } from '../address/address-store.js';
import type { StateContext } from './state-context.js';

/** Queries platform addresses of one state. */
export interface AddressQueries {
  /** Returns the nonces and balances of addresses, in their order; nothing for one that never had credits. @param addresses 21 bytes each */
  addressInfos(addresses: readonly Uint8Array[]): Promise<readonly (AddressState | undefined)[]>;
}

/** Returns the queries of platform addresses of a state. */
export const addressQueries = ({ view }: StateContext): AddressQueries => ({
  addressInfos: async (addresses) => findAddresses(view, addresses),
});
