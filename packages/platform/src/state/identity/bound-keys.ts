import { bytesToHex } from '@noble/hashes/utils.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { leb128 } from '@dapikit/proof/prover';
import type { ContractBounds, KeyType, PublicKey, Purpose } from './public-key.js';

/** The value of a key requirement that allows one key. */
export const UNIQUE = 0;
/** The value of a key requirement that allows several keys, without a reference to the newest. */
export const MULTIPLE = 1;
/** The value of a key requirement that allows several keys, and stores a reference to the newest. */
export const MULTIPLE_WITH_NEWEST = 2;

/** Says what is stored of a key that is bound to a contract or a document type. */
export interface BoundKey {
  /** The id of the key. */
  readonly id: number;
  /** The requirement of the contract or the document type when the key was added. */
  readonly requirement: number;
  /** True if the reference to the newest key of its bounds and its purpose names it. */
  readonly isNewest: boolean;
}

/** The requirements of contracts and document types for keys, by the ids of these. */
export type KeyRequirements = ReadonlyMap<number, number>;

/** Change of the bound keys of an identity. */
interface BoundKeyChange {
  readonly add: readonly PublicKey[];
  readonly requirements: KeyRequirements;
  /** The ids of keys. */
  readonly disable: readonly number[];
}

/** Types whose keys no two identities share: Drive adds them before the others. */
const UNIQUE_TYPES: ReadonlySet<KeyType> = new Set(['ECDSA_SECP256K1', 'BLS12_381']);

/**
 * Returns the bound keys of an identity after a change. As in Drive up to protocol 13, the reference to the newest key is written for
 * each added key, first of unique types, and then for each disabled key in the order of its stored id: an older key that is disabled is
 * the newest afterwards.
 *
 * Source: `add_potential_contract_info_for_contract_bounded_key` and `refresh_potential_contract_info_key_references` in
 * `packages/rs-drive` of dashpay/platform.
 *
 * @param former the bound keys before
 * @param keys all keys of the identity, with the added ones
 */
export function changeBoundKeys(
  former: readonly BoundKey[],
  keys: readonly PublicKey[],
  { add, requirements, disable }: BoundKeyChange,
): readonly BoundKey[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const requirementOf = new Map([
    ...former.map(({ id, requirement }) => [id, requirement] as const),
    ...requirements,
  ]);
  const newest = new Map<string, number>();
  const write = (id: number): void => {
    const key = byId.get(id);
    if (key?.contractBounds !== undefined && requirementOf.has(id))
      newest.set(groupOf(key, key.contractBounds), id);
  };
  for (const { id, isNewest } of former) if (isNewest) write(id);
  for (const isUnique of [true, false])
    for (const { id, type } of add) if (UNIQUE_TYPES.has(type) === isUnique) write(id);
  for (const id of disable.toSorted((a, b) => compareBytes(leb128(a), leb128(b)))) write(id);
  const current = new Set(newest.values());
  return [...requirementOf]
    .toSorted(([a], [b]) => a - b)
    .map(([id, requirement]) => ({ id, requirement, isNewest: current.has(id) }));
}

/** Returns whether a key is restricted to certain bounds. */
export const isSameBounds = (a: ContractBounds | undefined, b: ContractBounds): boolean =>
  a !== undefined && compareBytes(a.contractId, b.contractId) === 0 && a.documentType === b.documentType;

const groupOf = ({ purpose }: PublicKey, bounds: ContractBounds): string =>
  JSON.stringify([bytesToHex(bounds.contractId), bounds.documentType, purpose]);

/**
 * Returns the key to which a query of contract keys leads: the only or the newest one of a purpose. Nothing where the contract asks for no
 * reference to it.
 */
export function currentBoundKey(
  { keys, boundKeys = [] }: { readonly keys: readonly PublicKey[]; readonly boundKeys?: readonly BoundKey[] },
  bounds: ContractBounds,
  purpose: Purpose,
): PublicKey | undefined {
  const referenced = new Set(
    boundKeys.flatMap(({ id, requirement, isNewest }) => (isNewest && requirement !== MULTIPLE ? [id] : [])),
  );
  return keys.find(
    (key) => referenced.has(key.id) && key.purpose === purpose && isSameBounds(key.contractBounds, bounds),
  );
}
