/** Exports Bitcoin's libsecp256k1, the library with which Dash Core verifies signatures, compiled to WebAssembly. */
export { secp256k1 } from '@bitauth/libauth/build/lib/crypto/default-crypto-instances.js';
