/**
 * Lists all methods that a node is called with. All but the last three are on the whitelist of the user that dashmate
 * creates for DAPI; the last three are optional.
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

/** Describes a method of a node's RPC server that it may be asked. */
export type RpcMethod = (typeof RPC_METHODS)[number];
