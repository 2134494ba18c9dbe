import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getText } from '../json/json-values.js';
import { readProofTree, type ProofTreeNode } from './proof-tree.js';

/** The proofs that nodes of dashpay/platform gave, with their root hashes. */
const RECORDED: readonly unknown[] = readFileSync(
  new URL('../../../../fixtures/proofs/responses.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line));

const bytesOf = (recorded: unknown): Uint8Array =>
  Uint8Array.from(Buffer.from(getText(recorded, 'grovedbProof'), 'hex'));

function* nodesOf(node: ProofTreeNode): Generator<ProofTreeNode> {
  yield node;
  for (const child of [node.left, node.right, node.lower?.root])
    if (child !== undefined) yield* nodesOf(child);
}

it('the tree of every recorded proof has the recorded root hash', () => {
  expect(RECORDED.length).toBe(156);
  const different = RECORDED.filter(
    (recorded) => readProofTree(bytesOf(recorded)).rootHash !== getText(recorded, 'root'),
  );
  expect(different).toEqual([]);
});

it('the layers of a recorded contract are named, and its node shows the item', () => {
  const recorded = RECORDED.find((one) => getText(one, 'request') === 'GetDataContractRequest');
  const nodes = [...nodesOf(readProofTree(bytesOf(recorded)).root)];
  const lowest = nodes.flatMap(({ lower }) => lower ?? []).at(-1);
  expect(lowest?.path).toEqual(['contracts', 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec']);
  const item = nodes.find(({ role }) => role === 'element');
  expect(item).toMatchObject({
    name: 'the contract',
    element: expect.stringMatching(/^item of [\d,]+ bytes$/),
  });
});
