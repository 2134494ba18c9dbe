export { withDevChain, type DevChainFixture } from './with-dev-chain.js';
