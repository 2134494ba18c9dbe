import {
  decodeTransaction,
  MalformedBytesError,
  NodeRejectionError,
  UnsafeTransactionError,
} from '@dapikit/chain';
import { Core } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod } from '../method/grpc-method.js';
import { NODE_STATUSES, nodeStatus } from '../method/node-status.js';

/** Weight units; Dash has no witness, so a byte weighs 4. Source: `dash/src/policy.rs` in dashpay/rust-dashcore. */
const MAX_STANDARD_TX_WEIGHT = 400_000;
const WEIGHT_OF_A_BYTE = 4;

export const broadcastTransaction = unaryMethod(Core.method.broadcastTransaction, {
  summary: 'Submits a transaction, and returns its id',
  description:
    'Both flags have no effect, as on official servers. Sending a transaction again that is in the mempool succeeds.',
  cost: 5,
  errors: [
    {
      status: 'invalidArgument',
      when: 'the transaction is missing, malformed, or weighs more than 400,000 units',
    },
    { status: 'resourceExhausted', when: 'it has more than 400,000 bytes' },
    { status: 'failedPrecondition', when: 'the node rejected it' },
    { status: 'alreadyExists', when: 'it is in a block already' },
    ...NODE_STATUSES,
  ],
  handle: async ({ transaction }, { layer1 }) => {
    checkTransaction(transaction);
    try {
      // It is sent on, though its client hangs up.
      return { transactionId: await layer1.sendTransaction(transaction) };
    } catch (error) {
      if (error instanceof UnsafeTransactionError)
        throw new GrpcError('invalidArgument', `invalid transaction: ${error.message}`, {}, { cause: error });
      throw nodeStatus(error, prefixOf(error)) ?? error;
    }
  },
});

/** Prefixes that official servers add to the node's message, by the node's code. */
const PREFIXES: ReadonlyMap<number, string> = new Map([
  [-3, 'invalid transaction: '],
  [-8, 'invalid transaction: '],
  [-22, 'invalid transaction: '],
  [-25, 'Transaction is rejected: '],
  [-26, 'Transaction is rejected: '],
  [-27, 'Transaction already in chain: '],
]);

const prefixOf = (error: unknown): string =>
  (error instanceof NodeRejectionError ? PREFIXES.get(error.code) : undefined) ?? '';

/** Runs the checks that need no node. */
function checkTransaction(serialized: Uint8Array): void {
  const size = serialized.length;
  if (size === 0) throw new GrpcError('invalidArgument', 'transaction is not specified');
  if (size > MAX_STANDARD_TX_WEIGHT)
    throw new GrpcError(
      'resourceExhausted',
      `transaction size ${size} bytes exceeds the maximum of ${MAX_STANDARD_TX_WEIGHT}`,
    );
  try {
    decodeTransaction(serialized);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw new GrpcError('invalidArgument', `invalid transaction: ${error.message}`);
  }
  const weight = size * WEIGHT_OF_A_BYTE;
  if (weight > MAX_STANDARD_TX_WEIGHT)
    throw new GrpcError(
      'invalidArgument',
      `transaction weight ${weight} exceeds the maximum standard weight of ${MAX_STANDARD_TX_WEIGHT}`,
    );
}
