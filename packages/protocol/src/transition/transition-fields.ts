import { byteString } from '../codec/bytes.js';
import { namesOf } from '../codec/enum-of.js';
import { u16, u32 } from '../codec/integers.js';
import { unsigned } from '../codec/unsigned.js';

/** Raises the processing fee by so many percent, for a higher place in the mempool. */
export const userFeeIncrease = u16;

/** Lists the last fields of a transition that an identity signs. The signature does not cover the id of its key. */
export const IDENTITY_SIGNATURE = {
  signaturePublicKeyId: unsigned(u32),
  signature: unsigned(byteString),
} as const;

/** Lists the pooling modes of a withdrawal: whether it may wait for others, to share a transaction of layer 1. */
export const pooling = namesOf('Pooling', ['never', 'ifAvailable', 'standard']);
