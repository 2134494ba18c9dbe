import { compareBytes } from '@dapikit/protocol/codec';
import { NULL_HASH } from '../merk/hashes.js';
import { decodeOperations, type Operation } from './operation.js';
import { ProofError } from './proof-error.js';
import { hasKey, proofNodeHash, type ProofNode } from './proof-node.js';

/** Limits the operations of one layer. Source: `MAX_PROOF_OPS` in grovedb `merk/src/proofs/tree.rs`. */
const MAX_OPERATIONS = 50_000;
/** Limits the stack. Source: `MAX_PROOF_STACK_DEPTH` in grovedb `merk/src/proofs/tree.rs`. */
const MAX_STACK = 10_000;

/** Tree on the stack: its root and the hashes of the subtrees attached to it. */
interface StackEntry {
  readonly node: ProofNode;
  left: Uint8Array | undefined;
  right: Uint8Array | undefined;
}

/** Names a child: the one with smaller or the one with greater keys. */
type Side = 'left' | 'right';

const hashOf = ({ node, left, right }: StackEntry): Uint8Array =>
  proofNodeHash(node, left ?? NULL_HASH, right ?? NULL_HASH);

/**
 * Executes a Merk proof, shows each node in its order, and returns the hash of the tree that results.
 *
 * All operations run in the direction of the query: with both directions in one proof, a hidden right subtree could be presented
 * before its parent, and a verifier would take the parent for the right edge of the tree. The official verifier does not check
 * this; official provers never mix them.
 *
 * @param isInverted whether the query runs from the largest key to the smallest
 * @param attached receives each child with its parent
 * @throws DecodeError, ProofError
 *
 * Source: `execute` in grovedb `merk/src/proofs/tree.rs`. Its limits on heights never apply there, as attached subtrees count as one.
 */
export function executeMerkProof(
  bytes: Uint8Array,
  isInverted: boolean,
  visit: (node: ProofNode) => void,
  attached?: (parent: ProofNode, side: Side, child: ProofNode) => void,
): Uint8Array {
  const stack: StackEntry[] = [];
  let count = 0;
  let lastKey: Uint8Array | undefined;
  for (const operation of decodeOperations(bytes)) {
    count += 1;
    if (count > MAX_OPERATIONS) throw malformed(`it has more than ${MAX_OPERATIONS} operations`);
    if (operation.isInverted !== isInverted)
      throw malformed('an operation runs against the direction of the query');
    if (operation.type !== 'push') {
      attach(stack, operation, attached);
      continue;
    }
    const { node } = operation;
    if (hasKey(node)) {
      if (lastKey !== undefined && !isAfter(node.key, lastKey, isInverted))
        throw malformed('its keys are not in order');
      lastKey = node.key;
    }
    visit(node);
    stack.push({ node, left: undefined, right: undefined });
    if (stack.length > MAX_STACK) throw malformed(`it needs a stack of more than ${MAX_STACK} nodes`);
  }
  const [root] = stack;
  if (root === undefined || stack.length !== 1)
    throw malformed(`it forms ${stack.length} trees instead of one`);
  return hashOf(root);
}

const malformed = (text: string): ProofError =>
  new ProofError('malformed', `the Merk proof is malformed: ${text}`);

const isAfter = (key: Uint8Array, last: Uint8Array, isInverted: boolean): boolean =>
  isInverted ? compareBytes(key, last) < 0 : compareBytes(key, last) > 0;

/** Attaches one tree of the stack to the other. */
function attach(
  stack: StackEntry[],
  { type, isInverted }: Operation,
  attached?: (parent: ProofNode, side: Side, child: ProofNode) => void,
): void {
  const last = stack.pop();
  const beforeLast = stack.pop();
  if (last === undefined || beforeLast === undefined) throw malformed('the stack is empty');
  const [parent, child] = type === 'parent' ? [last, beforeLast] : [beforeLast, last];
  // A parent comes after its left subtree; in the other direction after its right one.
  const side = (type === 'parent') === isInverted ? 'right' : 'left';
  if (parent[side] !== undefined) throw malformed('a node has two children on one side');
  if (isLeaf(parent.node)) throw malformed('a hidden subtree has a child');
  parent[side] = hashOf(child);
  attached?.(parent.node, side, child.node);
  stack.push(parent);
}

/** Returns whether a node stands for a whole subtree, so that nothing can be below it. */
const isLeaf = (node: ProofNode): boolean => node.type === 'hash' || node.type === 'hashWithAggregate';
