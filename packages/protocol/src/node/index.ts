export { nodeSignatures } from './node-signatures.js';
