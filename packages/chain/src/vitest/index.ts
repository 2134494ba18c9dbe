export { withDevChain, type DevChainContext, type WithDevChain } from './with-dev-chain.js';
