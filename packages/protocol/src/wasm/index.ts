export type { BlsLibrary } from './bls-library.js';
export { loadBls } from './load-bls.js';
