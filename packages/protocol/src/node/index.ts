export { nodeSignatures } from './node-signatures.js';
export { loadBls } from './node-bls.js';
export type { BlsLibrary } from './bls-library.js';
