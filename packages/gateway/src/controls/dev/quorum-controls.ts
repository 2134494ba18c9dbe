import { encodeInstantLock, type DevChain, type InstantLock } from '@dapikit/chain';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { defineControl, type Control, type ControlRejection, PAYMENT } from './control.js';
import { MAX_DUFFS, optional, text, texts, wholeNumber } from '../../base/params/param.js';

const HEX = { type: 'string', pattern: '^[0-9a-f]*$' };
const QUORUMS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      llmqType: { type: 'integer' },
      name: { type: 'string' },
      quorumHash: HASH_SCHEMA,
      quorumIndex: { type: 'integer' },
      height: { type: 'integer', description: 'of the block that it was made at' },
      minedHeight: { type: 'integer', description: 'of the block with its final commitment' },
      threshold: { type: 'integer', description: 'number of members that must sign' },
      quorumPublicKey: HEX,
      secretKey: { ...HEX, description: 'of the development chain only: everybody can sign with it' },
      members: {
        type: 'array',
        items: {
          type: 'object',
          properties: { proTxHash: HASH_SCHEMA, operatorPublicKey: HEX, secretKeyShare: HEX },
        },
      },
    },
  },
};
const TOO_FEW: ControlRejection = {
  reason: 'too-few-members',
  when: 'a quorum has to form, and there are not enough masternodes whose operator key is of the mnemonic',
};

/** Returns a lock with the bytes that a node sends. */
const withBytes = (lock: InstantLock): object => ({
  ...lock,
  hex: Buffer.from(encodeInstantLock(lock)).toString('hex'),
});

/** Lists the controls of masternode quorums, and of what they sign. */
export const quorumControls: readonly Control[] = [
  defineControl({
    name: 'listQuorums',
    summary: 'Lists the active quorums with their members, public and secret keys',
    changes: 'Nothing.',
    inProgram: 'chain.quorums.list()',
    params: {},
    result: QUORUMS,
    example: prepared((chain) => {
      chain.quorums.form(['llmq_test']);
    }),
    run: (_, chain) => chain.quorums.list(),
  }),
  defineControl({
    name: 'formQuorums',
    summary: 'Forms quorums as on the network and returns all active ones',
    changes:
      'Blocks are mined until the final commitments of the quorums are in the chain, and eight more so that they can sign: about 30 ' +
      'on a chain as it starts, 100 for the type that rotates. The mempool is not mined.',
    inProgram: 'chain.quorums.form(types)',
    params: {
      types: optional(
        texts('of `llmq_test`, `llmq_test_v17`, `llmq_test_dip0024`, `llmq_test_platform`; all by default'),
      ),
    },
    result: QUORUMS,
    rejections: [{ reason: 'unknown-quorum-type', when: 'regtest has no such type' }, TOO_FEW],
    example: () => ({ types: ['llmq_test'] }),
    run: ({ types }, chain) => chain.quorums.form(types),
  }),
  defineControl({
    name: 'chainLock',
    summary: 'Has a quorum sign a ChainLock for a block and returns the highest ChainLock',
    changes:
      'The block and its ancestors are under a ChainLock: competing branches are rejected. The coinbase of the next block has the ' +
      'signature. Without a quorum that can sign the tip, one is formed first, like with `formQuorums`.',
    inProgram: 'chain.quorums.chainLock(height)',
    params: {
      height: optional(wholeNumber('height of the block; the tip by default', 0, 2 ** 31 - 1)),
    },
    result: {
      type: 'object',
      properties: { hash: HASH_SCHEMA, height: { type: 'integer' }, signature: HEX },
      required: ['hash', 'height', 'signature'],
    },
    rejections: [
      { reason: 'unknown-height', when: 'the chain has no block at that height' },
      { reason: 'no-quorum', when: '`height` is not eight blocks above a quorum' },
      TOO_FEW,
    ],
    run: ({ height }, chain) => chain.quorums.chainLock(height),
  }),
  defineControl({
    name: 'instantLock',
    summary: 'Has a quorum sign an InstantSend lock for a transaction and returns the lock',
    changes:
      'Transactions that spend the same are rejected with `tx-txlock-conflict`. Without a quorum that can sign, one forms first, as ' +
      '`formQuorums` says.',
    inProgram: 'chain.quorums.instantLock(txid)',
    params: { txid: text('id of a transaction in the mempool or in a block') },
    result: {
      type: 'object',
      properties: {
        txid: HASH_SCHEMA,
        inputs: { type: 'array', items: { type: 'object' } },
        cycleHash: HASH_SCHEMA,
        signature: HEX,
        hex: { ...HEX, description: 'as nodes send it' },
      },
      required: ['txid', 'inputs', 'cycleHash', 'signature', 'hex'],
    },
    rejections: [
      { reason: 'unknown-transaction', when: 'it is neither in the mempool nor in a block' },
      {
        reason: 'not-lockable',
        when: 'it has no inputs, or spends a transaction that is neither locked nor two blocks deep',
      },
      TOO_FEW,
    ],
    example: (chain) => ({ txid: chain.fund(chain.accounts[0]?.address ?? '', 100_000_000n).txid }),
    run: ({ txid }, chain) => withBytes(chain.quorums.instantLock(txid)),
  }),
  defineControl({
    name: 'withdraw',
    summary: 'Withdraws duffs from the credit pool to an address, signed by a quorum of the platform',
    changes:
      'A block is mined with the asset unlock, whose fee also comes from the pool. The mempool is not mined. Without ' +
      'a quorum that signs for the platform, one is formed first, like with `formQuorums`.',
    inProgram: 'chain.quorums.withdraw({ address, duffs: BigInt(duffs) })',
    params: {
      address: text('of regtest'),
      duffs: wholeNumber('how much the address gets', 0, MAX_DUFFS),
    },
    result: PAYMENT,
    rejections: [
      { reason: 'invalid-address', when: 'it is not a regtest address' },
      {
        reason: 'invalid-amount',
        when: 'it is dust, or more than may leave the credit pool with a block, which is in `expected`',
      },
      TOO_FEW,
    ],
    example: (chain) => ({ address: chain.accounts[0]?.address ?? '', duffs: 100_000_000 }),
    run: ({ address, duffs }, chain) => chain.quorums.withdraw({ address, duffs: BigInt(duffs) }),
  }),
];

/** Returns an example without params, on a chain that is prepared first. */
function prepared(prepare: (chain: DevChain) => void): (chain: DevChain) => undefined {
  return (chain) => {
    prepare(chain);
    return undefined;
  };
}
