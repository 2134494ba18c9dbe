/** Bitcoin's own libsecp256k1, the library that Dash Core checks signatures with, compiled to WebAssembly. */
export { secp256k1 } from '@bitauth/libauth/build/lib/crypto/default-crypto-instances.js';
