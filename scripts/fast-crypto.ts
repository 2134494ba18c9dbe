import { useBlsBackend } from '../packages/chain/src/base/crypto/bls-backend.js';
import { setBlake3 } from '../packages/proof/src/merk/blake3.js';
import { wasmBlake3 } from '../packages/proof/src/wasm/wasm-blake3.js';
import { loadBls } from '../packages/protocol/src/wasm/load-bls.js';

/**
 * Gives the tests the BLS and BLAKE3 that `dapikit` uses in Node: quorums sign seven times as fast as with `@noble/curves`, and trees are
 * hashed ten times as fast. Tests of the arithmetic itself choose theirs.
 */
useBlsBackend(await loadBls());
setBlake3(await wasmBlake3());
