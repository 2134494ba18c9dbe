import { bytesToHex } from '../../base/bytes/hex.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { Coin } from '../../rules/consensus/coin.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { StepCounter } from '../../base/event-loop/in-turns.js';
import {
  encodeTransaction,
  isCoinbase,
  outPointKey,
  type TransactionInput,
} from '../../primitives/transaction/transaction.js';
import { Amount } from './core-json.js';
import { readPayload } from '../../rules/consensus/special-payload.js';
import { describePayload } from './describe-payload.js';
import { describeScript, scriptText } from './describe-script.js';

/** Selects details of a transaction beyond its content. */
export interface TransactionDetails {
  /** The coins that it spends, by their outpoints: with them comes the fee. */
  readonly spent?: ReadonlyMap<string, Coin>;
  /** True to include those coins. */
  readonly withPrevouts?: boolean;
  /** True to include its serialisation. */
  readonly withHex: boolean;
}

/**
 * Returns the members that describe a transaction, in steps.
 *
 * Source: `TxToUniv` in `src/core_write.cpp` of dashpay/dash.
 */
export function* describeTransactionSteps(
  { transaction, txid, size }: SizedTransaction,
  { spent, withPrevouts = false, withHex }: TransactionDetails,
  counter = new StepCounter(),
): Generator<undefined, Readonly<Record<string, unknown>>> {
  const { version, type, lockTime, inputs, outputs, extraPayload } = transaction;
  const coins = withPrevouts ? spent : undefined;
  const vin: object[] = [];
  for (const input of inputs) {
    vin.push(describeInput(input, isCoinbase(transaction), coins));
    if (counter.endsStep()) yield;
  }
  const vout: object[] = [];
  for (const [n, { value, scriptPubKey }] of outputs.entries()) {
    vout.push({
      value: new Amount(value),
      valueSat: value,
      n,
      scriptPubKey: describeScript(scriptPubKey),
    });
    if (counter.endsStep()) yield;
  }
  return {
    txid,
    version: version & 0xffff,
    type,
    size,
    locktime: lockTime,
    vin,
    vout,
    ...(extraPayload.length > 0 && {
      extraPayloadSize: extraPayload.length,
      extraPayload: bytesToHex(extraPayload),
      ...describePayload(transaction),
    }),
    ...(spent && { fee: new Amount(paidFee(transaction, spent)) }),
    ...(withHex && { hex: bytesToHex(encodeTransaction(transaction)) }),
  };
}

/** Returns the coins that a block spent, by their outpoints. */
export function coinsSpentBy({ connected }: ChainBlock): ReadonlyMap<string, Coin> | undefined {
  return connected && new Map(connected.spent.map(({ outPoint, coin }) => [outPointKey(outPoint), coin]));
}

function describeInput(
  { previousOutput, scriptSig, sequence }: TransactionInput,
  ofCoinbase: boolean,
  coins: ReadonlyMap<string, Coin> | undefined,
): object {
  if (ofCoinbase) return { coinbase: bytesToHex(scriptSig), sequence };
  const coin = coins?.get(outPointKey(previousOutput));
  return {
    txid: previousOutput.txid,
    vout: previousOutput.index,
    scriptSig: { asm: scriptText(scriptSig, true), hex: bytesToHex(scriptSig) },
    ...(coin && {
      prevout: {
        generated: coin.isCoinbase,
        height: coin.height,
        value: new Amount(coin.value),
        scriptPubKey: describeScript(coin.scriptPubKey),
      },
    }),
    sequence,
  };
}

/** Returns the fee of a transaction in duffs. */
export function paidFee(
  transaction: SizedTransaction['transaction'],
  spent: ReadonlyMap<string, Coin>,
): bigint {
  const payload = readPayload(transaction);
  if (payload?.kind === 'assetUnlockTx') return BigInt(payload.fee);
  const paidIn = transaction.inputs.reduce(
    (sum, { previousOutput }) => sum + (spent.get(outPointKey(previousOutput))?.value ?? 0n),
    0n,
  );
  return transaction.outputs.reduce((left, { value }) => left - value, paidIn);
}
