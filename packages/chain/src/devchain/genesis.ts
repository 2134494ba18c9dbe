import { merkleRoot } from '../primitives/block/merkle-root.js';
import { hexToBytes, ZERO_HASH } from '../base/bytes/hex.js';
import { DUFFS_PER_DASH, REGTEST } from '../rules/consensus/regtest.js';
import { sizeBlock, sizeTransaction, type SizedBlock } from '../rules/consensus/sized-block.js';
import { buildScript } from '../primitives/script/build-script.js';
import { pushWithLength } from '../primitives/script/push-data.js';
import { payToPublicKey } from '../primitives/script/standard-scripts.js';
import type { Transaction } from '../primitives/transaction/transaction.js';

/** The words in every genesis block of Dash. */
const HEADLINE = 'Wired 09/Jan/2014 The Grand Experiment Goes Live: Overstock.com Is Now Accepting Bitcoins';

const PUBLIC_KEY =
  '040184710fa689ad5023690c80f3a49c8f13f8d45b8c857fbcbc8bc4a8e4d3eb4b10f4d4604fa08dce601aaf0f470216fe1b51850b4acf21b179c45070ac7b03a9';

/** The difficulty of the genesis block, which its coinbase names. */
const NAMED_BITS = 486_604_799;

/**
 * Returns the first block of regtest.
 *
 * Source: `CreateGenesisBlock` and `CRegTestParams` in `src/chainparams.cpp` of dashpay/dash.
 */
export function regtestGenesis(): SizedBlock {
  const coinbase: Transaction = {
    version: 1,
    type: 0,
    inputs: [
      {
        previousOutput: { txid: ZERO_HASH, index: 0xffffffff },
        // The 4 is pushed with its length, not by OP_4, as the first versions of Bitcoin pushed all numbers.
        scriptSig: Buffer.concat([
          buildScript(NAMED_BITS),
          pushWithLength(Uint8Array.of(4)),
          buildScript(new TextEncoder().encode(HEADLINE)),
        ]),
        sequence: 0xffffffff,
      },
    ],
    outputs: [{ value: 50n * DUFFS_PER_DASH, scriptPubKey: payToPublicKey(hexToBytes(PUBLIC_KEY)) }],
    lockTime: 0,
    extraPayload: new Uint8Array(),
  };
  const header = {
    version: 1,
    previousBlockHash: ZERO_HASH,
    merkleRoot: merkleRoot([sizeTransaction(coinbase).txid]),
    time: 1_417_713_337,
    bits: REGTEST.bits,
    nonce: 1_096_447,
  };
  return sizeBlock({ header, transactions: [coinbase] });
}
