import type { ValueOf } from '../codec/codec.js';
import { enumOf } from '../codec/enum-of.js';
import type { ReaderOptions } from '../codec/reader.js';
import { decodePrefix, encode, encodeSignable, type Decoded } from '../codec/serialize.js';
import {
  addressCreditWithdrawal,
  addressFundingFromAssetLock,
  addressFundsTransfer,
  identityCreateFromAddresses,
  identityCreditTransferToAddresses,
  identityTopUpFromAddresses,
} from './address-transitions.js';
import { batch } from './batch.js';
import { dataContractCreate, dataContractUpdate } from './data-contract-transitions.js';
import {
  identityCreate,
  identityCreditTransfer,
  identityCreditWithdrawal,
  identityTopUp,
  identityUpdate,
} from './identity-transitions.js';
import {
  identityCreateFromShieldedPool,
  shield,
  shieldFromAssetLock,
  shieldedTransfer,
  shieldedWithdrawal,
  unshield,
} from './shielded-transitions.js';
import { masternodeVote } from './masternode-vote.js';

/**
 * Describes a change of the platform, in the order of the first byte. The numbers that APIs show as type are others,
 * see {@link TRANSITION_TYPES}. Source: `packages/rs-dpp/src/state_transition/mod.rs` of dashpay/platform.
 */
export const stateTransition = enumOf(
  { name: 'StateTransition', tag: 'type' },
  {
    dataContractCreate,
    dataContractUpdate,
    batch,
    identityCreate,
    identityTopUp,
    identityCreditWithdrawal,
    identityUpdate,
    identityCreditTransfer,
    masternodeVote,
    identityCreditTransferToAddresses,
    identityCreateFromAddresses,
    identityTopUpFromAddresses,
    addressFundsTransfer,
    addressFundingFromAssetLock,
    addressCreditWithdrawal,
    shield,
    shieldedTransfer,
    unshield,
    shieldFromAssetLock,
    shieldedWithdrawal,
    identityCreateFromShieldedPool,
  },
);

export type StateTransition = ValueOf<typeof stateTransition>;

/** Limits the bytes of a transition: five times what consensus accepts, and what a node's decoder is declared to take. */
export const MAX_DECODED_BYTES = 100_000;

/**
 * Decodes a transition as the official decoder does: bytes behind it are ignored, and integers may be needlessly long. So one signed
 * transition has many byte forms; sign and verify {@link signableBytes} of the decoded value, never a part of the bytes.
 *
 * @param options `protocolVersion` is that of the node whose decoder is followed: later forms are unknown. All forms are known when absent.
 * @throws {DecodeError}
 * @example
 * import { hex } from '@scure/base';
 * import { decodeStateTransition } from '@dapikit/protocol';
 *
 * const bytes =
 *   '07004d134a9738c08363227b0d180267c5cb24499a4a9cba5e9a9831d0d00a9674e4' +
 *   'e0394d50bdbc5cbde9775f82c98a870e8893fb7331e198fa1d797a875ec7515bfc0003d09009000400';
 * const { value: transition } = decodeStateTransition(hex.decode(bytes));
 * transition.type; // => 'identityCreditTransfer'
 * transition.amount; // => 250000n
 */
export const decodeStateTransition = (
  bytes: Uint8Array,
  { protocolVersion }: Pick<ReaderOptions, 'protocolVersion'> = {},
): Decoded<StateTransition> =>
  decodePrefix(stateTransition, bytes, { maxBytes: MAX_DECODED_BYTES, protocolVersion });

/** Encodes a transition. @throws {EncodeError} */
export const encodeStateTransition = (transition: StateTransition): Uint8Array =>
  encode(stateTransition, transition);

/** Returns what signatures cover: the transition without signatures, the id of the signing key, and derived ids. */
export const signableBytes = (transition: StateTransition): Uint8Array =>
  encodeSignable(stateTransition, transition);
