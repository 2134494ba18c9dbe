import { unwrapElement, type Element } from '../element/element.js';
import { ProofError } from '../merk-proof/proof-error.js';
import type { PathQuery } from '../path-query/path-query.js';
import { integerOf } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { addressBalancesPath } from '../drive/drive-paths.js';
import { keysQuery } from './query-forms.js';

/** Returns the query for platform addresses: their type byte and hash, 21 bytes each. */
export const addressInfosQuery = (addresses: readonly Uint8Array[]): PathQuery =>
  keysQuery(addressBalancesPath(), addresses);

/** Platform address with its balance in credits and its nonce; both undefined if it was never used. */
export interface AddressInfo {
  readonly address: Uint8Array;
  readonly info: { readonly balance: bigint; readonly nonce: number } | undefined;
}

/**
 * Verifies the response of getAddressInfo and getAddressesInfos. Throws DecodeError, ProofError. Source:
 * `packages/rs-drive/src/verify/address_funds` of dashpay/platform.
 */
export const verifyAddressInfos = (
  response: ProvenResponse,
  options: TrustOptions & { readonly addresses: readonly Uint8Array[] },
): Proven<readonly AddressInfo[]> =>
  verifyResponse(response, options, (reader) =>
    reader.keys(addressInfosQuery(options.addresses)).map(({ key: address, element }) => ({
      address,
      info: element && balanceAndNonce(element),
    })),
  );

/** Reads the credits and the nonce of an address. Throws ProofError. */
export function balanceAndNonce(element: Element): NonNullable<AddressInfo['info']> {
  const plain = unwrapElement(element);
  if (plain.type !== 'itemWithSumItem' || plain.sum < 0n)
    throw new ProofError('unexpected-element', 'the balance of an address is not an item with a sum');
  return { balance: plain.sum, nonce: Number(integerOf(plain.value, 4)) };
}
