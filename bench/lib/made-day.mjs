// A day of a made chain with the quorum parameters of mainnet: the blocks that a walk over two intervals reads, each of many transactions.
import { encodeBlock, encodePayload } from '@dapikit/chain';
import {
  blockHash,
  chainLockSignHash,
  chainLockRequestId,
  meetsTarget,
  merkleRootWithMutation,
  networkTransactionId,
  NETWORKS,
  selectQuorum,
  ZERO_HASH,
} from '@dapikit/chain/browser';
import { loadBls } from '@dapikit/protocol/wasm';

const bls = await loadBls();
const hex = (bytes) => Buffer.from(bytes).toString('hex');

/** Mainnet, with targets that need no work. */
export const NETWORK = { ...NETWORKS.mainnet, work: NETWORKS.regtest.work };
const { chainLocks: quorumType } = NETWORK.quorums;
const CYCLE = quorumType.cycle;
const FIRST_BASE = 2_400_192;

function quorumAt(height) {
  const secretKey = new Uint8Array(32).fill(1).with(31, (height / CYCLE) % 200);
  const quorumPublicKey = hex(bls.blsPublicKey(secretKey));
  return { height, quorumHash: height.toString(16).padStart(64, '0'), quorumPublicKey, secretKey };
}

const plain = (index) => ({
  version: 2,
  type: 0,
  inputs: [
    {
      previousOutput: { txid: ZERO_HASH.slice(8) + index.toString(16).padStart(8, '0'), index: 0 },
      scriptSig: new Uint8Array(107),
      sequence: 0,
    },
  ],
  outputs: [0, 1].map(() => ({ value: 1000n, scriptPubKey: new Uint8Array(25) })),
  lockTime: 0,
  extraPayload: new Uint8Array(),
});

const special = (type, payload, inputs = []) => ({
  version: 3,
  type,
  inputs,
  outputs: [],
  lockTime: 0,
  extraPayload: encodePayload(payload),
});

function coinbase(height, signature) {
  const inputs = [
    { previousOutput: { txid: ZERO_HASH, index: 0xffffffff }, scriptSig: new Uint8Array(4), sequence: 0 },
  ];
  const roots = { merkleRootMNList: ZERO_HASH, merkleRootQuorums: ZERO_HASH, creditPoolBalance: 0n };
  return special(
    5,
    { kind: 'cbTx', version: 3, height, ...roots, bestCLHeightDiff: 0, bestCLSignature: signature },
    inputs,
  );
}

function commitmentOf({ height, quorumHash, quorumPublicKey }) {
  const all = { size: quorumType.size, bytes: new Uint8Array(quorumType.size / 8).fill(255) };
  const signature = 'ab'.repeat(96);
  const commitment = {
    version: 3,
    llmqType: quorumType.type,
    quorumHash,
    quorumIndex: 0,
    signers: all,
    validMembers: all,
    quorumPublicKey,
    quorumVvecHash: quorumHash,
    quorumSig: signature,
    membersSig: signature,
  };
  return special(6, {
    kind: 'quorumCommitmentTx',
    version: 1,
    height: height + quorumType.miningWindow.first,
    commitment,
  });
}

function block(parent, transactions) {
  const { root: merkleRoot } = merkleRootWithMutation(transactions.map(networkTransactionId));
  for (let nonce = 0; ; nonce += 1) {
    const header = {
      version: 1,
      previousBlockHash: parent,
      merkleRoot,
      time: 1_780_000_000,
      bits: 0x207fffff,
      nonce,
    };
    const hash = blockHash(header);
    if (meetsTarget(hash, header.bits, NETWORK.work.limit))
      return { hash, bytes: encodeBlock({ header, transactions }) };
  }
}

function chainLock(height, hash, quorums) {
  const signers = quorums.map((quorum) => ({ ...quorum, llmqType: quorumType.type, quorumIndex: 0 }));
  const signer = selectQuorum(signers, chainLockRequestId(height));
  return hex(bls.signBls(chainLockSignHash({ height, hash }, signer), signer.secretKey));
}

/** Returns the state to start from, a source of the blocks, and the height to walk to. */
export function makeDay(intervals, transactionsPerBlock) {
  const filling = Array.from({ length: transactionsPerBlock }, (_, at) => plain(at));
  let quorums = [4, 3, 2, 1].map((back) => quorumAt(FIRST_BASE - back * CYCLE));
  const start = { network: NETWORK, height: FIRST_BASE - 8, hash: ZERO_HASH, time: 0, quorums };
  const blocks = new Map();
  for (let interval = 0; interval < intervals; interval += 1) {
    const base = FIRST_BASE + interval * CYCLE;
    const height = base + quorumType.miningWindow.first;
    const added = quorumAt(base);
    const none = '00'.repeat(96);
    const mined = block(ZERO_HASH, [coinbase(height, none), ...filling, commitmentOf(added)]);
    const signature = chainLock(height, mined.hash, quorums);
    blocks.set(height, mined.bytes);
    blocks.set(height + 1, block(mined.hash, [coinbase(height + 1, signature), ...filling]).bytes);
    quorums = [...quorums, added].slice(-quorumType.activeQuorums);
  }
  const source = { block: async (height) => blocks.get(height) };
  return { start, source, height: FIRST_BASE + intervals * CYCLE };
}
