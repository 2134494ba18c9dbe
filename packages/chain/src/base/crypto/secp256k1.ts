/**
 * Exports Bitcoin's libsecp256k1, the library with which Dash Core verifies signatures, compiled to WebAssembly. Its package has no entry point for
 * the curve alone, and all of it takes 150 ms more to load: this imports the module of the curve. package.json names one version.
 */
export { secp256k1 } from '@bitauth/libauth/build/lib/crypto/default-crypto-instances.js';
