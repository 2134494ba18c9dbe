import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';

/** Bitcoin's own libsecp256k1, the library that Dash Core checks signatures with, compiled to WebAssembly. */
export const secp256k1 = await instantiateSecp256k1();
