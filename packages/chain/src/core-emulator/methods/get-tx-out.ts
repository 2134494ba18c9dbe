import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { Amount } from '../json/core-json.js';
import { describeScript } from '../json/describe-script.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

const MAX_INDEX = 2 ** 32 - 1;

export const getTxOut: EmulatorMethod = {
  name: 'gettxout',
  category: 'Blockchain',
  summary: 'returns an unspent output, or null',
  params: [
    { name: 'txid', type: 'string', about: 'the id of its transaction' },
    { name: 'n', type: 'numeric', about: 'its index' },
    {
      name: 'include_mempool',
      type: 'boolean',
      isOptional: true,
      about: 'whether to include the mempool; true by default',
    },
  ],
  answer({ chain, mempool }, params) {
    const txid = params.hash(0, 'txid');
    const index = params.largeInteger(1);
    if (index < 0 || index > MAX_INDEX) {
      throw new NodeRejectionError(RPC_ERROR_CODES.misc, 'JSON integer out of range');
    }
    const withMempool = params.flag(2, true);
    const outPoint = { txid, index };
    if (withMempool && mempool.spenderOf(outPoint) !== undefined) return null;
    const { tip, coins } = chain;
    const view = withMempool ? mempool.viewOn(coins, tip.height) : coins;
    const coin = view.coin(outPoint);
    return (
      coin && {
        bestblock: tip.hash,
        confirmations: tip.height - coin.height + 1,
        value: new Amount(coin.value),
        scriptPubKey: describeScript(coin.scriptPubKey),
        coinbase: coin.isCoinbase,
      }
    );
  },
};
