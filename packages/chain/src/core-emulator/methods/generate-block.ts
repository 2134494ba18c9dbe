import { ControlRejectedError } from '../../devchain/control-rejected-error.js';
import { isHex } from '../../base/bytes/hex.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { Mempool } from '../../chain/mempool/mempool.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { readText } from '../rpc/rpc-params.js';
import { checkAddress } from './generate-to-address.js';

const HASH = /^[0-9a-fA-F]{64}$/;

export const generateBlock: EmulatorMethod = {
  name: 'generateblock',
  category: 'Generating',
  summary: 'mines a block with the given transactions in order and returns its hash',
  params: [
    { name: 'output', type: 'string', about: 'the address that is paid' },
    {
      name: 'transactions',
      type: 'json array',
      shape: '["rawtx/txid",...]',
      about: 'ids of transactions that wait, or serialised transactions in hexadecimal',
    },
  ],
  difference:
    'Descriptors are not read. A mempool transaction brings its ancestors with it. The masternode is paid its part of the fees, without which Dash Core rejects the block.',
  async answer({ devChain, mempool }, params) {
    const to = params.text(0);
    checkAddress(to, 'Error: Invalid address or descriptor');
    const transactions = params.list(1).map((named) => readText(named).toLowerCase());
    for (const named of transactions) {
      if (HASH.test(named) && !mempool.has(named)) {
        throw new NodeRejectionError(RPC_ERROR_CODES.notFound, `Transaction ${named} not in mempool.`);
      }
      if (!isHex(named)) throw undecodable(named);
    }
    checkOrder(transactions, mempool);
    try {
      const [hash] = await devChain.mineInTurns(1, { to, transactions });
      return { hash };
    } catch (error) {
      const isUnknown = error instanceof ControlRejectedError && error.reason === 'unknown-transaction';
      throw isUnknown ? undecodable(String(error.found)) : error;
    }
  },
};

/** @throws {NodeRejectionError} -25 where a transaction of the mempool is named before one that it depends on */
function checkOrder(named: readonly string[], mempool: Mempool): void {
  const later = new Set(named);
  for (const txid of named) {
    later.delete(txid);
    const ancestors = mempool.ancestors(mempool.get(txid)?.parents ?? []);
    if ([...ancestors].some((ancestor) => later.has(ancestor)))
      throw new NodeRejectionError(
        RPC_ERROR_CODES.verify,
        'TestBlockValidity failed: bad-txns-inputs-missingorspent',
      );
  }
}

function undecodable(named: string): NodeRejectionError {
  return new NodeRejectionError(
    RPC_ERROR_CODES.deserialization,
    `Transaction decode failed for ${named}. Make sure the tx has at least one input.`,
  );
}
