export { decodeTransaction, encodeTransaction, transactionId } from './transaction/transaction.js';
export { MalformedBytes } from './bytes/malformed-bytes.js';
export { x11 } from './crypto/x11.js';
