import { useBlsBackend } from '../packages/chain/src/base/crypto/bls-backend.js';
import { loadBls } from '../packages/protocol/src/wasm/load-bls.js';

/**
 * Gives the chains of the tests the BLS that `dapikit` uses in Node: quorums sign seven times as fast as with `@noble/curves`. Tests of
 * the arithmetic itself choose theirs.
 */
useBlsBackend(await loadBls());
