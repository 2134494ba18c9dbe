import type { MerkTree } from '../src/merk-tree/merk-tree.js';
import type { MerkLink } from '../src/merk-tree/merk-node.js';

/** Returns the shape of a tree: `key` for a leaf, `key(left, right)` for others, keys in hexadecimal. */
export async function shapeOf(tree: MerkTree): Promise<string> {
  const shape = async (link: MerkLink | undefined): Promise<string> => {
    if (link === undefined) return '-';
    const { key, left, right } = await tree.load(link);
    const text = Buffer.from(key).toString('hex');
    if (left === undefined && right === undefined) return text;
    return `${text}(${await shape(left)}, ${await shape(right)})`;
  };
  return shape(tree.root);
}
