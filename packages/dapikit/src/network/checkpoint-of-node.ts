import {
  networkOfChain,
  NodeRejectionError,
  NodeUnavailableError,
  SIGN_HEIGHT_OFFSET,
  ZERO_HASH,
  type NetworkParameters,
} from '@dapikit/chain';
import { CoreNode, credentialsFile } from '@dapikit/chain/core-node';
import {
  applyVerifiedDiff,
  chainLockQuorums,
  linkHeaders,
  readDiff,
  readHeader,
  requireHeader,
  requireHeight,
  requireSameBlock,
  requireSignature,
  VerificationError,
  verifyBlock,
  walkTo,
  type BlockPoint,
  type BlockSource,
  type Checkpoint,
  type QuorumKey,
  type VerifiedList,
  type WalkStep,
} from '@dapikit/light-client';
import { CommandError } from '../program/command.js';

/** Describes a Dash Core node: the URL of its RPC server, with user and password or a file that has them. */
export interface NodeAddress {
  readonly url: string;
  readonly credentialsFile: string | undefined;
}

/**
 * Makes a checkpoint from a node that is trusted: by default at its best ChainLock, whose signature is checked with the node's own lists.
 * @throws {CommandError} (rejects) when the node does not answer, or has no ChainLock; errors of what does not verify
 */
export async function checkpointOfNode(address: NodeAddress, height?: number): Promise<Checkpoint> {
  return await withNode(address, async (node, network) => {
    const chainLock = await node.bestChainLock();
    if (chainLock === undefined)
      throw new CommandError('the node has no ChainLock: wait until it is synchronised');
    const at = height ?? chainLock.height;
    if (at > chainLock.height)
      throw new CommandError(`block ${at} has no ChainLock yet: the best one is at ${chainLock.height}`);
    const signers = await listAt(node, network, chainLock.height - SIGN_HEIGHT_OFFSET);
    requireSignature(chainLock, chainLockQuorums(signers.list.quorums.values(), network), network);
    const { list, time } = await listAt(node, network, at);
    const { payload } = list.coinbase;
    return {
      network,
      height: at,
      hash: list.hash,
      time,
      quorums: await withHeights(node, chainLockQuorums(list.quorums.values(), network)),
      merkleRootMNList: payload.merkleRootMNList,
      merkleRootQuorums: payload.version === 1 ? undefined : payload.merkleRootQuorums,
    };
  });
}

/**
 * Makes a checkpoint by walking from an older one to the best ChainLock of a node. Every block is verified: the node is not trusted.
 * @throws {CommandError} (rejects) when the node does not answer; errors of blocks that do not verify; {VerificationError} `wrong-checkpoint` where the quorums of the older one signed a chain that contradicts it
 */
export async function walkWithNode(
  from: Checkpoint,
  address: NodeAddress,
  onStep: (step: WalkStep) => void,
): Promise<Checkpoint> {
  return await withNode(address, async (node, network) => {
    if (network !== from.network)
      throw new CommandError(`the node is on ${network.name}, the checkpoint on ${from.network.name}`);
    const source: BlockSource = {
      block: async (height) => await node.read('block', { hash: await node.blockHash(height) }),
    };
    const target = (await node.bestChainLock())?.height ?? (await node.tip()).height;
    const steps: WalkStep[] = [];
    const made = await walkTo(from, target, source, (step) => {
      if (steps.length === 0) steps.push(step);
      onStep(step);
    });
    for (const { state } of steps) await requireInChain(from, state, node);
    return made;
  });
}

/** Compares a checkpoint with the block of its height, from which headers of a node lead to a block that its quorums signed. */
async function requireInChain(checkpoint: Checkpoint, signed: BlockPoint, node: CoreNode): Promise<void> {
  const { height, network } = checkpoint;
  const count = signed.height - height + 1;
  const given = await node.read('headers', { hash: await node.blockHash(height), count });
  const headers = given.map((bytes) => readHeader(bytes));
  const parent = { height: height - 1, hash: headers[0]?.previousBlockHash ?? '' };
  const hashes = linkHeaders(parent, headers, network);
  const [hash] = hashes;
  if (hash === undefined || hashes.length !== count || hashes.at(-1) !== signed.hash)
    throw new VerificationError('header-link', `the headers of the node do not lead to block ${signed.hash}`);
  const block = verifyBlock(await node.read('block', { hash }), height, network);
  if (block.hash !== hash)
    throw new VerificationError('header-hash', `the node sent block ${block.hash} in the place of ${hash}`);
  requireSameBlock(checkpoint, block);
}

function openNode({ url, credentialsFile: file }: NodeAddress): CoreNode {
  try {
    return new CoreNode({
      url,
      notifications: 'none',
      ...(file !== undefined && { credentials: credentialsFile(file) }),
    });
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`node: ${error.message}`);
    throw error;
  }
}

async function withNode<Result>(
  address: NodeAddress,
  work: (node: CoreNode, network: NetworkParameters) => Promise<Result>,
): Promise<Result> {
  const node = openNode(address);
  try {
    const status = await node.status();
    const network = networkOfChain(status.network);
    if (network === undefined) throw new CommandError(`the node is on an unknown network: ${status.network}`);
    return await work(node, network);
  } catch (error) {
    if (error instanceof NodeUnavailableError || error instanceof NodeRejectionError)
      throw new CommandError(`node ${node.url}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await node.close();
  }
}

async function listAt(
  node: CoreNode,
  network: NetworkParameters,
  height: number,
): Promise<{ readonly list: VerifiedList; readonly time: number }> {
  const hash = await node.blockHash(height);
  const list = applyVerifiedDiff(
    undefined,
    readDiff(await node.masternodeListDiff(ZERO_HASH, hash)),
    network,
  );
  const [bytes] = await node.read('headers', { hash, count: 1 });
  if (bytes === undefined) throw new CommandError(`the node has no header of block ${hash}`);
  const header = readHeader(bytes);
  requireHeader(list, header);
  requireHeight(list, height);
  return { list, time: header.time };
}

async function withHeights(node: CoreNode, quorums: readonly QuorumKey[]): Promise<QuorumKey[]> {
  const placed = await Promise.all(
    quorums.map(async (quorum) => {
      const { height } = await node.read('place', { hash: quorum.quorumHash });
      return { ...quorum, height };
    }),
  );
  return placed.toSorted((a, b) => a.height - b.height);
}
