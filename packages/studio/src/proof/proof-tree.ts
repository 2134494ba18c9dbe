import {
  decodeElement,
  decodeGroveProof,
  decodeOperations,
  hasKey,
  NULL_HASH,
  proofNodeHash,
  unwrapElement,
  type LayerProof,
  type Operation,
  type ProofNode,
} from '@dapikit/proof';
import { hex } from '@scure/base';
import { nameKey } from './drive-names.js';

/** Describes a layer of a proof: one Merk tree, of which the proof shows some nodes. */
export interface ProofLayer {
  /** The names of the keys that lead to it; none for the topmost one. */
  readonly path: readonly string[];
  /** In hexadecimal digits. */
  readonly rootHash: string;
  readonly root: ProofTreeNode;
}

/** Lists what a node of a proof contributes. */
export type NodeRole =
  /** It shows an element. */
  | 'element'
  /** It shows a tree, whose layer the proof shows too. */
  | 'tree'
  /** It shows a key without its value, so that nothing can be between it and its neighbours. */
  | 'key'
  /** It hides a key and a value. */
  | 'hidden'
  /** It stands for a whole subtree. */
  | 'subtree';

/** Describes a node of a Merk tree as a proof shows it. */
export interface ProofTreeNode {
  readonly role: NodeRole;
  /** The name of its key; absent where it is hidden. */
  readonly name?: string;
  /** Its element, in words; absent where it is hidden. */
  readonly element?: string;
  /** In hexadecimal digits. */
  readonly hash: string;
  readonly left: ProofTreeNode | undefined;
  readonly right: ProofTreeNode | undefined;
  /** The layer below it, where the proof shows it. */
  readonly lower: ProofLayer | undefined;
}

/** Reads the layers and nodes of a proof, with their hashes. It checks nothing: the functions of `@dapikit/proof` do. */
export const readProofTree = (proof: Uint8Array): ProofLayer =>
  readLayer(decodeGroveProof(proof).rootLayer, [], []);

function readLayer(layer: LayerProof, keys: readonly Uint8Array[], path: readonly string[]): ProofLayer {
  const stack: OpenNode[] = [];
  for (const operation of decodeOperations(layer.bytes)) apply(stack, operation);
  const [top] = stack;
  if (top === undefined) throw new RangeError('expected a layer with nodes');
  const root = close(top, { layer, keys, path });
  return { path, rootHash: root.hash, root };
}

interface OpenNode {
  readonly node: ProofNode;
  left?: OpenNode;
  right?: OpenNode;
}

function apply(stack: OpenNode[], operation: Operation): void {
  if (operation.type === 'push') {
    stack.push({ node: operation.node });
    return;
  }
  const [last, beforeLast] = [stack.pop(), stack.pop()];
  if (last === undefined || beforeLast === undefined) throw new RangeError('expected two nodes');
  const isParentLast = operation.type === 'parent';
  const [parent, child] = isParentLast ? [last, beforeLast] : [beforeLast, last];
  parent[isParentLast === operation.isInverted ? 'right' : 'left'] = child;
  stack.push(parent);
}

interface Place {
  readonly layer: LayerProof;
  readonly keys: readonly Uint8Array[];
  readonly path: readonly string[];
}

function close({ node, left, right }: OpenNode, place: Place): ProofTreeNode {
  const [before, after] = [left && close(left, place), right && close(right, place)];
  const hashOf = (child: ProofTreeNode | undefined): Uint8Array =>
    child === undefined ? NULL_HASH : hex.decode(child.hash);
  const shared = {
    hash: hex.encode(proofNodeHash(node, hashOf(before), hashOf(after))),
    left: before,
    right: after,
  };
  if (!hasKey(node)) {
    const role = node.type === 'kvHash' ? 'hidden' : 'subtree';
    return { ...shared, role, lower: undefined };
  }
  const name = nameKey(place.keys, node.key);
  const lower = place.layer.lowerLayers.find(({ key }) => hex.encode(key) === hex.encode(node.key));
  if (!('value' in node)) return { ...shared, role: 'key', name, lower: undefined };
  return {
    ...shared,
    role: lower === undefined ? 'element' : 'tree',
    name,
    element: describeElement(node.value),
    lower: lower && readLayer(lower.layer, [...place.keys, node.key], [...place.path, name]),
  };
}

/** Describes an element in words. */
function describeElement(bytes: Uint8Array): string {
  const element = unwrapElement(decodeElement(bytes));
  switch (element.type) {
    case 'item':
      return `item of ${element.value.length.toLocaleString('en')} bytes`;
    case 'sumItem':
      return `number ${element.sum.toLocaleString('en')}`;
    case 'reference':
      return 'reference';
    case 'sumTree':
      return `tree with the sum ${element.sum.toLocaleString('en')}`;
    case 'countTree':
      return `tree of ${element.count.toLocaleString('en')} elements`;
    default:
      return element.type.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  }
}
