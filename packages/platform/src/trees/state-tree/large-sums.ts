import { unwrapElement } from '@dapikit/proof';
import { rootPath, type GroveOperation } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';

/** From here on less than 2^24 documents can overflow the sum of a tree, which has 64 bits. */
const LARGE_SUM = 1n << 40n;

const [CONTRACTS] = rootPath('contracts');

/** Returns the sum that an operation puts into the tree of a document type or of an index; 0 for others. */
function documentSum(operation: GroveOperation): bigint {
  const [root] = operation.path;
  if (operation.type !== 'put' || root === undefined || CONTRACTS === undefined) return 0n;
  if (compareBytes(root, CONTRACTS) !== 0) return 0n;
  const plain = unwrapElement(operation.element);
  return 'sum' in plain ? plain.sum : 0n;
}

/** Returns whether operations put sums of documents. */
export const hasSums = (operations: readonly GroveOperation[]): boolean =>
  operations.some((operation) => documentSum(operation) !== 0n);

/** Returns whether operations put sums of documents of which a tree takes less than 2^24. */
export const hasLargeSums = (operations: readonly GroveOperation[]): boolean =>
  operations.some((operation) => {
    const sum = documentSum(operation);
    return sum >= LARGE_SUM || sum <= -LARGE_SUM;
  });
