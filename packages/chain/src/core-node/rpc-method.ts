/**
 * Everything that a node is ever asked. All but the last is on the whitelist of the user that dashmate makes for DAPI; the
 * last is optional.
 *
 * Source: the whitelist of `dapi` in `packages/dashmate/configs/defaults/getBaseConfigFactory.js` of dashpay/platform.
 */
export const RPC_METHODS = [
  'getbestblockhash',
  'getbestchainlock',
  'getblockchaininfo',
  'getblockhash',
  'getblockheader',
  'getnetworkinfo',
  'getrawtransaction',
  'mnsync',
  'protx',
  'sendrawtransaction',
  'getzmqnotifications',
] as const;

/** A method of a node's RPC server that it may be asked. */
export type RpcMethod = (typeof RPC_METHODS)[number];
