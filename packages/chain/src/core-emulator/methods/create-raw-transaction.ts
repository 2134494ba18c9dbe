import { bytesToHex, hexToBytes, isHex } from '../../base/bytes/hex.js';
import { OPCODES } from '../../primitives/script/opcodes.js';
import { pushWithLength } from '../../primitives/script/push-data.js';
import { payToPublicKeyHash, payToScriptHash } from '../../primitives/script/standard-scripts.js';
import { FINAL_SEQUENCE } from '../../primitives/transaction/lock-fields.js';
import {
  encodeTransaction,
  type TransactionInput,
  type TransactionOutput,
} from '../../primitives/transaction/transaction.js';
import { readDestination } from '../rpc/address-params.js';
import { readAmount } from '../rpc/amount-param.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { isNumber, isObject, allMembers } from '../rpc/json-source.js';
import { invalidParameter, readHash, readText, RpcParams, wordOf } from '../rpc/rpc-params.js';

const VERSION = 2;
const UINT32_MAX = 2 ** 32 - 1;

/** Source: `ConstructTransaction` in `src/rpc/rawtransaction_util.cpp` of dashpay/dash. */
export const createRawTransaction: EmulatorMethod = {
  name: 'createrawtransaction',
  category: 'Rawtransactions',
  summary: 'makes a transaction without signatures, serialised',
  params: [
    {
      name: 'inputs',
      type: 'json array',
      shape: '[{"txid":"hex","vout":n,"sequence":n},...]',
      about: 'the outputs that it spends; a sequence number is optional',
    },
    {
      name: 'outputs',
      type: 'json array',
      shape: '[{"address":amount,...},{"data":"hex"},...]',
      about: 'amounts in DASH by address, and data; an object with all of them is accepted, too',
    },
    { name: 'locktime', type: 'numeric', isOptional: true, about: 'the lock time; 0 by default' },
  ],
  answer(_, params) {
    const inputs = params.isGiven(0) ? params.list(0) : [];
    const outputs = readOutputs(params);
    const lockTime = params.isGiven(2) ? params.largeInteger(2) : 0;
    if (lockTime < 0 || lockTime > UINT32_MAX)
      throw invalidParameter('Invalid parameter, locktime out of range');
    return bytesToHex(
      encodeTransaction({
        version: VERSION,
        type: 0,
        inputs: inputs.map((input) => readInput(input, lockTime)),
        outputs: toOutputs(outputs),
        lockTime,
        extraPayload: new Uint8Array(),
      }),
    );
  },
};

function readInput(value: unknown, lockTime: number): TransactionInput {
  const members = new RpcParams([value]).members(0);
  const txid = readHash(readText(members.get('txid')), 'txid');
  if (!isNumber(members.get('vout'))) throw invalidParameter('Invalid parameter, missing vout key');
  const index = new RpcParams([members.get('vout')]).integer(0);
  if (index < 0) throw invalidParameter('Invalid parameter, vout cannot be negative');
  const given = members.get('sequence');
  // Another type than a number is ignored.
  const sequence = isNumber(given)
    ? new RpcParams([given]).largeInteger(0)
    : FINAL_SEQUENCE - (lockTime === 0 ? 0 : 1);
  if (sequence < 0 || sequence > FINAL_SEQUENCE)
    throw invalidParameter('Invalid parameter, sequence number is out of range');
  return { previousOutput: { txid, index }, scriptSig: new Uint8Array(), sequence };
}

type NamedValue = readonly [name: string, value: unknown];

function readOutputs(params: RpcParams): readonly NamedValue[] {
  const outputs = params.raw(1);
  if (outputs === null) throw invalidParameter('Invalid parameter, output argument must be non-null');
  if (isObject(outputs)) return allMembers(outputs);
  return params.list(1).map((output) => {
    if (!isObject(output))
      throw invalidParameter('Invalid parameter, key-value pair not an object as expected');
    const [pair, ...others] = allMembers(output);
    if (pair === undefined || others.length > 0)
      throw invalidParameter('Invalid parameter, key-value pair must contain exactly one key');
    return pair;
  });
}

function toOutputs(named: readonly NamedValue[]): TransactionOutput[] {
  const seen = new Set<string>();
  return named.map(([name, value]) => {
    if (name === 'data') {
      if (seen.has(name)) throw invalidParameter('Invalid parameter, duplicate key: data');
      seen.add(name);
      return { value: 0n, scriptPubKey: dataOutput(value) };
    }
    const { kind, hash } = readDestination(name, `Invalid Dash address: ${name}`);
    const key = `${kind} ${bytesToHex(hash)}`;
    if (seen.has(key)) throw invalidParameter(`Invalid parameter, duplicated address: ${name}`);
    seen.add(key);
    const scriptPubKey = kind === 'scriptHash' ? payToScriptHash(hash) : payToPublicKeyHash(hash);
    return { value: readAmount(value), scriptPubKey };
  });
}

function dataOutput(value: unknown): Uint8Array {
  const hex = wordOf(value);
  if (hex === '' || !isHex(hex)) throw invalidParameter(`Data must be hexadecimal string (not '${hex}')`);
  return Uint8Array.of(OPCODES.OP_RETURN, ...pushWithLength(hexToBytes(hex)));
}
