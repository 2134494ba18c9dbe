/**
 * Everything that a node is ever asked. All but the last three are on the whitelist of the user that dashmate makes for DAPI; those
 * are optional.
 *
 * Source: the whitelist of `dapi` in `packages/dashmate/configs/defaults/getBaseConfigFactory.js` of dashpay/platform.
 */
export const RPC_METHODS = [
  'getbestblockhash',
  'getbestchainlock',
  'getblock',
  'getblockchaininfo',
  'getblockhash',
  'getblockheader',
  'getblockheaders',
  'getnetworkinfo',
  'getrawmempool',
  'getrawtransaction',
  'masternode',
  'mnsync',
  'protx',
  'sendrawtransaction',
  'estimatesmartfee',
  'getislocks',
  'getzmqnotifications',
] as const;

/** A method of a node's RPC server that it may be asked. */
export type RpcMethod = (typeof RPC_METHODS)[number];
