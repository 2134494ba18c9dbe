import { ROOT_KEYS } from '@dapikit/proof';
import {
  GROUP_KEYS,
  initialStructure,
  TOKEN_KEYS,
  treeKindOf,
  type Path,
  type TreeKind,
} from '@dapikit/proof/prover';
import { asBuffer } from '../../base/bytes/as-buffer.js';
import { STRUCTURE_PROTOCOL } from './initial-trees.js';

/** The trees that are there before the first block and are not normal, by path. */
const INITIAL_KINDS: ReadonlyMap<string, TreeKind> = new Map(
  initialStructure({ protocolVersion: STRUCTURE_PROTOCOL })
    .flat()
    .flatMap((operation): [string, TreeKind][] => {
      if (operation.type !== 'putTree') return [];
      const kind = treeKindOf(operation.element) ?? 'normal';
      return kind === 'normal' ? [] : [[textOf([...operation.path, operation.key]), kind]];
    }),
);

/** Their paths have so many keys at most. */
const MAX_INITIAL_DEPTH = 3;

/** The depths of the balances of a token, and of the signers of an action of a group. */
const BALANCES_DEPTH = 3;
const SIGNERS_DEPTH = 6;

/** Returns the kind of a tree that came before any entry in it: with the first block, with a token, with an action of a group. */
export function kindOfOlderTree(path: Path): TreeKind {
  const [root, second] = [path[0]?.[0], path[1]?.[0]];
  if (path.length === BALANCES_DEPTH && root === ROOT_KEYS.tokens && second === TOKEN_KEYS.balances[0])
    return 'sum';
  if (
    path.length === SIGNERS_DEPTH &&
    root === ROOT_KEYS.groupActions &&
    path[5]?.[0] === GROUP_KEYS.signers[0]
  )
    return 'sum';
  return (path.length <= MAX_INITIAL_DEPTH ? INITIAL_KINDS.get(textOf(path)) : undefined) ?? 'normal';
}

function textOf(path: Path): string {
  return path.map((key) => asBuffer(key).toString('hex')).join('/');
}
