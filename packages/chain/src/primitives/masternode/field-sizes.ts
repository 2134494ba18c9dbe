/**
 * Defines the number of bytes of a BLS12-381 public key, legacy or basic (`CBLSPublicKey` in `src/bls/bls.h` of
 * dashpay/dash).
 */
export const BLS_PUBLIC_KEY_SIZE = 48;

/** Defines the number of bytes of a BLS12-381 signature (`CBLSSignature` in `src/bls/bls.h` of dashpay/dash). */
export const BLS_SIGNATURE_SIZE = 96;

/** Defines the number of bytes of the HASH160 of an ECDSA key (`CKeyID` in `src/pubkey.h` of dashpay/dash). */
export const KEY_ID_SIZE = 20;

/** Defines the number of bytes of a Platform node's id (`platformNodeID` in `src/evo/providertx.h` of dashpay/dash). */
export const PLATFORM_NODE_ID_SIZE = 20;
