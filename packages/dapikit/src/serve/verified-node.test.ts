import { blockHash, createDevChain, decodeBlock, type DevChain } from '@dapikit/chain';
import type { PoolNode } from '@dapikit/chain/core-pool';
import type { LightClient, PeerError } from '@dapikit/light-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifiedNode } from './verified-node.js';

let chain: DevChain;
let tip: { readonly hash: string; readonly height: number };
beforeAll(async () => {
  chain = await createDevChain();
  tip = chain.tip();
});
afterAll(() => chain.close());

const OTHER = 'ab'.repeat(32);

/** Returns a node that reports what is given, and the peers that were blamed. */
function scene(reports: Partial<PoolNode>) {
  const failed = vi.fn<(node: string, error: PeerError) => void>();
  const client: unknown = { isStarted: true, fork: undefined, chain: { hashAt: () => tip.hash } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the members that are called
  const checks = { client: client as LightClient, failed };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the methods that are called
  return { failed, node: verifiedNode(reports as PoolNode, 'n1', checks) };
}

describe('a verified node', () => {
  it('passes what verifies', async () => {
    const { node, failed } = scene({
      blockHash: () => tip.hash,
      read: async (name, request) => chain.read(name, request),
    });
    expect(await node.blockHash(tip.height)).toBe(tip.hash);
    const bytes = await node.read('block', { hash: tip.hash });
    expect(blockHash(decodeBlock(bytes).header)).toBe(tip.hash);
    expect(failed).not.toHaveBeenCalled();
  });

  it('counts as away, and is not blamed, where it has another block than the final one', async () => {
    const { node, failed } = scene({ blockHash: () => OTHER });
    await expect(node.blockHash(tip.height)).rejects.toMatchObject({ name: 'NodeUnavailableError' });
    expect(failed).not.toHaveBeenCalled();
  });

  it('is blamed for a block that has another hash than the requested one', async () => {
    const { node, failed } = scene({
      read: async (name, request) => chain.read(name, { ...request, hash: tip.hash }),
    });
    await expect(node.read('block', { hash: OTHER })).rejects.toMatchObject({ name: 'NodeUnavailableError' });
    expect(failed.mock.calls).toMatchObject([['n1', { failure: 'lie' }]]);
  });
});
