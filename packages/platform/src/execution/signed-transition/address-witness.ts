import {
  compressedKey,
  hash160,
  isReadableEcdsa,
  verifyByKeyHash,
  verifySignature,
  type StateTransition,
} from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { addressName } from '../../state/address/address-name.js';
import { witnessMismatch } from '../../state/address/check-structure.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { notSignedBy } from '../../base/errors/identity-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { AddressTransition } from '../transition/address-transition.js';

type Witness = Extract<StateTransition, { readonly type: 'addressFundsTransfer' }>['inputWitnesses'][number];

const P2PKH = 0;
const OP_1 = 0x51;
const OP_16 = 0x60;
const OP_CHECKMULTISIG = 0xae;
const KEY_BYTES: ReadonlySet<number> = new Set([33, 65]);

/** Returns the check of the witnesses of a transition, one for each input. The check throws ConsensusError 10802 or 20002. */
export const witnessCheck =
  (
    inputs: AddressTransition<unknown>['inputs'],
    witnesses: readonly Witness[],
    signable: Uint8Array,
  ): NonNullable<AddressTransition<unknown>['checkWitnesses']> =>
  ({ rules }) => {
    if (witnesses.length !== inputs.length) throw witnessMismatch(inputs.length, witnesses.length);
    for (const [at, { address }] of inputs.entries()) {
      const witness = witnesses[at];
      if (witness === undefined || !isWitnessOf(address, witness, signable))
        throw new ConsensusError(
          'InvalidStateTransitionSignatureError',
          notSignedBy({ addressName: addressName(address, rules.network) }),
        );
    }
  };

/**
 * Returns whether a witness shows that the owner of an address agrees.
 *
 * Source: `verify_bytes_against_witness` in `packages/rs-dpp/src/address_funds/platform_address.rs` of dashpay/platform.
 */
function isWitnessOf(address: Uint8Array, witness: Witness, signable: Uint8Array): boolean {
  const [type, hash] = [address[0], address.subarray(1)];
  if (witness.type === 'p2pkh')
    return type === P2PKH && verifyByKeyHash(signable, witness.signature, hash, nodeSignatures);
  const { redeemScript, signatures } = witness;
  if (type === P2PKH || compareBytes(hash160(redeemScript), hash) !== 0) return false;
  const multisig = readMultisig(redeemScript);
  return multisig !== undefined && areSignaturesOf(multisig, signatures, signable);
}

interface Multisig {
  /** Number of keys that must sign. */
  readonly threshold: number;
  readonly keys: readonly Uint8Array[];
}

/** Reads a script `OP_M <key> … OP_N OP_CHECKMULTISIG`; nothing for another one. */
function readMultisig(script: Uint8Array): Multisig | undefined {
  const threshold = numberOf(script[0]);
  const keys: Uint8Array[] = [];
  let at = 1;
  for (let size = script[at] ?? 0; KEY_BYTES.has(size); size = script[at] ?? 0) {
    if (at + 1 + size > script.length) return undefined;
    keys.push(script.subarray(at + 1, at + 1 + size));
    at += 1 + size;
  }
  const isWhole =
    numberOf(script[at]) === keys.length && script[at + 1] === OP_CHECKMULTISIG && script.length === at + 2;
  return threshold !== undefined && isWhole && threshold <= keys.length ? { threshold, keys } : undefined;
}

/** Returns the number that an operation from OP_1 to OP_16 pushes. */
const numberOf = (operation = 0): number | undefined =>
  operation >= OP_1 && operation <= OP_16 ? operation - OP_1 + 1 : undefined;

/**
 * Returns whether enough keys have signed, in their order. Empty signatures stand for the dummy of layer 1. Signatures beyond the threshold are
 * compared with the keys that are left: one that cannot be read invalidates the witness, and so does such a key.
 */
function areSignaturesOf(
  { threshold, keys }: Multisig,
  signatures: readonly Uint8Array[],
  signable: Uint8Array,
): boolean {
  const given = signatures.filter(({ length, 0: first }) => length > 1 || (length === 1 && first !== 0));
  if (given.length < threshold) return false;
  let matched = 0;
  for (const key of keys) {
    const signature = given[matched];
    if (signature === undefined) break;
    const data = compressedKey(key);
    if (data === undefined || !isReadableEcdsa(signature)) return false;
    if (verifySignature(signable, signature, { type: 'ECDSA_SECP256K1', data }, nodeSignatures)) matched += 1;
  }
  return matched >= threshold;
}
