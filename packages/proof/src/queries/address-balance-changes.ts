import {
  addressBalanceChanges,
  compactedAddressBalanceChanges,
  decode,
  type AddressBalanceChange,
  type CompactedAddressBalanceChange,
} from '@dapikit/protocol';
import { byteString, Reader, u64BigEndian, Writer } from '@dapikit/protocol/codec';
import { rootPath } from '../drive/drive-paths.js';
import { SAVED_BLOCK_KEYS } from '../drive/tree-keys.js';
import { unwrapElement, type Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import { ProofError } from '../merk-proof/proof-error.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemBytes } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { rangeQuery } from './query-forms.js';

/** Limits the blocks of a response. Source: `query_recent_address_balance_changes_v0` in `packages/rs-drive-abci` of dashpay/platform. */
export const MAX_RECENT_BLOCKS = 100;
/** Limits the compacted entries of a response. Source: `query_recent_compacted_address_balance_changes_v0` in `packages/rs-drive-abci` of dashpay/platform. */
export const MAX_COMPACTED_ENTRIES = 25;

const MAX_HEIGHT = 2n ** 64n - 1n;

/** Returns the path of the changes of balances of addresses, by the height of their block. */
export const balanceChangesPath = (): Path => [
  ...rootPath('savedBlockTransactions'),
  SAVED_BLOCK_KEYS.balances,
];

/** Returns the path of the compacted changes of balances of addresses, by {@link compactedKey}. */
export const compactedChangesPath = (): Path => [
  ...rootPath('savedBlockTransactions'),
  SAVED_BLOCK_KEYS.compactedBalances,
];

/** Returns the path of the blocks whose compacted changes expire, by the time in ms. */
export const expirationsPath = (): Path => [
  ...rootPath('savedBlockTransactions'),
  SAVED_BLOCK_KEYS.expirations,
];

/** Returns the key of the changes of a block. @param height of 64 bits */
export const heightKey = (height: bigint): Uint8Array => u64BigEndian(height);

/** Returns the key of the compacted changes of several blocks. */
export function compactedKey(startHeight: bigint, endHeight: bigint): Uint8Array {
  const key = new Uint8Array(16);
  key.set(heightKey(startHeight));
  key.set(heightKey(endHeight), 8);
  return key;
}

/** Changes of a block in the balances of addresses. */
export interface BlockBalanceChanges {
  readonly height: bigint;
  readonly changes: readonly AddressBalanceChange[];
}

/** Changes of several blocks together. */
export interface CompactedBalanceChanges {
  readonly startHeight: bigint;
  readonly endHeight: bigint;
  readonly changes: readonly CompactedAddressBalanceChange[];
}

/**
 * Returns the query for changes of balances of addresses from a block on. Source: `prove_recent_address_balance_changes_v0` in
 * `packages/rs-drive/src/drive/saved_block_transactions` of dashpay/platform.
 */
export const balanceChangesQuery = (startHeight: bigint): PathQuery =>
  rangeQuery(balanceChangesPath(), {
    item: { type: 'rangeFrom', start: heightKey(startHeight) },
    limit: MAX_RECENT_BLOCKS,
  });

/** Verifies the response of getRecentAddressBalanceChanges. Throws DecodeError, ProofError. */
export const verifyAddressBalanceChanges = (
  response: ProvenResponse,
  { startHeight, ...options }: TrustOptions & { readonly startHeight: bigint },
): Proven<readonly BlockBalanceChanges[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(balanceChangesQuery(startHeight)).map(({ key, element }) => {
      const plain = unwrapElement(element);
      if (plain.type !== 'itemWithSumItem' || key.length !== 8)
        throw new ProofError('unexpected-element', 'the changes of a block are not an item with a sum');
      return { height: heightIn(key), changes: decode(addressBalanceChanges, plain.value) };
    }),
  );

/** Returns the query for the compacted changes that begin last up to a block: they may have it among their blocks. */
export const compactedBeforeQuery = (height: bigint): PathQuery =>
  rangeQuery(compactedChangesPath(), {
    item: { type: 'rangeToInclusive', end: compactedKey(height, MAX_HEIGHT) },
    isAscending: false,
    limit: 1,
  });

/** Returns the query for compacted changes from a block on. @param before the key that {@link compactedBeforeQuery} finds */
export function compactedFromQuery(height: bigint, before: Uint8Array | undefined): PathQuery {
  const start =
    before !== undefined && heightIn(before.subarray(8)) >= height ? before : compactedKey(height, height);
  return rangeQuery(compactedChangesPath(), {
    item: { type: 'rangeFrom', start },
    limit: MAX_COMPACTED_ENTRIES,
  });
}

/** Proofs of both queries. */
export interface CompactedProofs {
  readonly before: Uint8Array;
  readonly from: Uint8Array;
}

/** Encodes the proofs of {@link compactedBeforeQuery} and {@link compactedFromQuery} as one. Source: `CompactedAddressBalanceProof` in `packages/rs-drive` of dashpay/platform. */
export function encodeCompactedProofs({ before, from }: CompactedProofs): Uint8Array {
  const writer = new Writer();
  byteString.encode(writer, before);
  byteString.encode(writer, from);
  return writer.toBytes();
}

/** Decodes what {@link encodeCompactedProofs} gave. Throws DecodeError. */
export function decodeCompactedProofs(bytes: Uint8Array): CompactedProofs {
  const reader = new Reader(bytes);
  const proofs = { before: byteString.decode(reader), from: byteString.decode(reader) };
  if (reader.left > 0)
    throw reader.error('trailing-bytes', 'the end of the proof', `${reader.left} more bytes`);
  return proofs;
}

/**
 * Verifies the response of getRecentCompactedAddressBalanceChanges: entries whose last block is the given one or a later one. Throws
 * DecodeError, ProofError. Source: `verify_compacted_address_balance_changes_v1` in `packages/rs-drive/src/verify/address_funds` of
 * dashpay/platform.
 */
export const verifyCompactedBalanceChanges = (
  response: ProvenResponse,
  { startHeight, ...options }: TrustOptions & { readonly startHeight: bigint },
): Proven<readonly CompactedBalanceChanges[]> => {
  const proofs = decodeCompactedProofs(response.proof.grovedbProof);
  return verifyResponse(response, options, (reader) => {
    const [before] = reader.elements(compactedBeforeQuery(startHeight), { proof: proofs.before });
    if (before !== undefined) heightsIn(before.key);
    return reader
      .elements(compactedFromQuery(startHeight, before?.key), { proof: proofs.from })
      .map(({ key, element }) => ({ ...heightsIn(key), changes: compactedIn(element) }));
  });
};

const compactedIn = (element: Element): readonly CompactedAddressBalanceChange[] =>
  decode(compactedAddressBalanceChanges, itemBytes(element));

function heightsIn(key: Uint8Array): Pick<CompactedBalanceChanges, 'startHeight' | 'endHeight'> {
  const [startHeight, endHeight] = [heightIn(key.subarray(0, 8)), heightIn(key.subarray(8))];
  if (key.length !== 16 || startHeight > endHeight)
    throw new ProofError('unexpected-element', 'the key of compacted changes names no blocks');
  return { startHeight, endHeight };
}

const heightIn = (bytes: Uint8Array): bigint =>
  bytes.reduce((height, byte) => (height << 8n) | BigInt(byte), 0n);
