/** Lists the codes of Dash Core's RPC errors that occur here. Source: `src/rpc/protocol.h` of dashpay/dash. */
export const RPC_ERROR_CODES = {
  misc: -1,
  type: -3,
  notFound: -5,
  outOfMemory: -7,
  invalidParameter: -8,
  database: -20,
  deserialization: -22,
  verify: -25,
  verifyRejected: -26,
  verifyAlreadyInChain: -27,
  warmingUp: -28,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internal: -32603,
  parse: -32700,
} as const;
