import { decodePrivateKeyWif } from '../../primitives/address/private-key-wif.js';
import { bytesToHex, hexToBytes, isHex } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { SCRIPT_ERROR_TEXTS, type ScriptError } from '../../primitives/script/script-error.js';
import { STANDARD_SCRIPT_FLAGS } from '../../primitives/script/script-flags.js';
import { isPayToScriptHash } from '../../primitives/script/script-shape.js';
import { SIGNATURE_HASH_TYPES } from '../../primitives/script/signature-hash-type.js';
import { SignatureHasher } from '../../primitives/script/signature-hash.js';
import { SigningKeys, signWithKeys } from '../../primitives/script/sign-with-keys.js';
import { payToScript } from '../../primitives/script/standard-scripts.js';
import { verifyInput } from '../../primitives/script/verify-inputs.js';
import {
  decodeTransaction,
  encodeTransaction,
  outPointKey,
  type Transaction,
  type TransactionInput,
} from '../../primitives/transaction/transaction.js';
import { scriptText } from '../json/describe-script.js';
import { readAmount } from '../rpc/amount-param.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { isObject } from '../rpc/json-source.js';
import { invalidParameter, jsonType, readHash, readText, RpcParams } from '../rpc/rpc-params.js';

const { ALL, NONE, SINGLE, ANYONECANPAY } = SIGNATURE_HASH_TYPES;
const HASH_TYPES: ReadonlyMap<string, number> = new Map([
  ['ALL', ALL],
  ['ALL|ANYONECANPAY', ALL | ANYONECANPAY],
  ['NONE', NONE],
  ['NONE|ANYONECANPAY', NONE | ANYONECANPAY],
  ['SINGLE', SINGLE],
  ['SINGLE|ANYONECANPAY', SINGLE | ANYONECANPAY],
]);

/** Source: `signrawtransactionwithkey` in `src/rpc/rawtransaction.cpp`, `SignTransaction` in `src/script/sign.cpp` of dashpay/dash. */
export const signRawTransactionWithKey: EmulatorMethod = {
  name: 'signrawtransactionwithkey',
  category: 'Rawtransactions',
  summary: 'signs the inputs of a transaction with private keys',
  params: [
    { name: 'hexstring', type: 'string', about: 'the transaction, serialised, in hexadecimal' },
    { name: 'privkeys', type: 'json array', shape: '["privatekey",...]', about: 'private keys as WIF' },
    {
      name: 'prevtxs',
      type: 'json array',
      shape: '[{"txid":"hex","vout":n,"scriptPubKey":"hex","redeemScript":"hex","amount":amount},...]',
      isOptional: true,
      about: 'outputs that are not in the chain or the mempool, and redeem scripts',
    },
    {
      name: 'sighashtype',
      type: 'string',
      isOptional: true,
      about: 'ALL, NONE or SINGLE, each also with |ANYONECANPAY; ALL by default',
    },
  ],
  difference:
    'Half of all signatures are a byte longer: Dash Core repeats signing until the first number is small.',
  answer(node, params) {
    checkTypes(params);
    const transaction = readTransaction(params.text(0));
    const keys = readKeys(params.list(1));
    const scripts = spentScripts(transaction, node);
    if (params.isGiven(2)) for (const output of params.list(2)) addPreviousOutput(output, scripts, keys);
    const name = params.isGiven(3) ? params.text(3) : 'ALL';
    const hashType = HASH_TYPES.get(name);
    if (hashType === undefined)
      throw new NodeRejectionError(RPC_ERROR_CODES.misc, `${name} is not a valid sighash parameter.`);
    const { inputs, errors } = sign(transaction, scripts, keys, hashType);
    return {
      hex: bytesToHex(encodeTransaction({ ...transaction, inputs })),
      complete: errors.length === 0,
      errors: errors.length === 0 ? undefined : errors,
    };
  },
};

/** Checks the types of the given params before any of them is read. Source: `RPCTypeCheck` in `src/rpc/util.cpp` of dashpay/dash. */
function checkTypes(params: RpcParams): void {
  if (params.isGiven(0)) params.text(0);
  if (params.isGiven(1)) params.list(1);
  if (params.isGiven(2)) params.list(2);
  if (params.isGiven(3)) params.text(3);
}

function readTransaction(hex: string): Transaction {
  try {
    if (isHex(hex)) return decodeTransaction(hexToBytes(hex));
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
  }
  throw new NodeRejectionError(
    RPC_ERROR_CODES.deserialization,
    'TX decode failed. Make sure the tx has at least one input.',
  );
}

function readKeys(values: readonly unknown[]): SigningKeys {
  const keys = new SigningKeys();
  for (const value of values) {
    const wif = readText(value);
    try {
      const { key, compressed } = decodePrivateKeyWif(wif, 'regtest');
      keys.addKey(key, compressed);
    } catch {
      // It is no WIF, or a number that is no key of the curve.
      throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Invalid private key');
    }
  }
  return keys;
}

/** Maps the outputs that a transaction spends, as far as they are unspent in the chain or in the mempool, to their scripts. */
function spentScripts({ inputs }: Transaction, { chain, mempool }: EmulatedNode): Map<string, Uint8Array> {
  const view = mempool.viewOn(chain.coins, chain.tip.height);
  return new Map(
    inputs.flatMap(({ previousOutput }): [string, Uint8Array][] => {
      const coin = view.coin(previousOutput);
      return coin === undefined ? [] : [[outPointKey(previousOutput), coin.scriptPubKey]];
    }),
  );
}

/** Adds an output of the caller. Source: `ParsePrevouts` in `src/rpc/rawtransaction_util.cpp` of dashpay/dash. */
function addPreviousOutput(value: unknown, scripts: Map<string, Uint8Array>, keys: SigningKeys): void {
  if (!isObject(value)) throw deserialization(`expected object with {"txid'","vout","scriptPubKey"}`);
  const members = new RpcParams([value]).members(0);
  const txidText = member(members, 'txid', 'string');
  const vout = member(members, 'vout', 'number');
  const scriptHex = member(members, 'scriptPubKey', 'string');
  const txid = readHash(readText(txidText), 'txid');
  const index = new RpcParams([vout]).integer(0);
  if (index < 0) throw deserialization('vout cannot be negative');
  const scriptPubKey = readHex(scriptHex, 'scriptPubKey');
  const key = outPointKey({ txid, index });
  const known = scripts.get(key);
  if (known !== undefined && Buffer.compare(known, scriptPubKey) !== 0)
    throw deserialization(
      `Previous output scriptPubKey mismatch:\n${scriptText(known)}\nvs:\n${scriptText(scriptPubKey)}`,
    );
  if (members.has('amount')) readAmount(members.get('amount'));
  scripts.set(key, scriptPubKey);
  if (!isPayToScriptHash(scriptPubKey)) return;
  const redeemScript = readHex(member(members, 'redeemScript', 'string'), 'redeemScript');
  if (Buffer.compare(payToScript(redeemScript), scriptPubKey) !== 0)
    throw invalidParameter('redeemScript does not match scriptPubKey');
  keys.addRedeemScript(redeemScript);
}

const deserialization = (message: string): NodeRejectionError =>
  new NodeRejectionError(RPC_ERROR_CODES.deserialization, message);

/** Returns a member of a type. Source: `RPCTypeCheckObj` in `src/rpc/util.cpp` of dashpay/dash. */
function member(members: ReadonlyMap<string, unknown>, name: string, type: 'string' | 'number'): unknown {
  const value = members.get(name) ?? null;
  if (value === null) throw new NodeRejectionError(RPC_ERROR_CODES.type, `Missing ${name}`);
  const found = jsonType(value);
  if (found === type) return value;
  throw new NodeRejectionError(
    RPC_ERROR_CODES.type,
    `JSON value of type ${found} for field ${name} is not of expected type ${type}`,
  );
}

function readHex(value: unknown, name: string): Uint8Array {
  const hex = readText(value);
  if (hex !== '' && isHex(hex)) return hexToBytes(hex);
  throw invalidParameter(`${name} must be hexadecimal string (not '${hex}')`);
}

function sign(
  transaction: Transaction,
  scripts: ReadonlyMap<string, Uint8Array>,
  keys: SigningKeys,
  hashType: number,
): { readonly inputs: readonly TransactionInput[]; readonly errors: readonly object[] } {
  const hasher = new SignatureHasher(transaction);
  const errors: object[] = [];
  const inputs = transaction.inputs.map((input, inputIndex) => {
    const scriptPubKey = scripts.get(outPointKey(input.previousOutput));
    if (scriptPubKey === undefined) {
      errors.push(describeError(input, 'Input not found or already spent'));
      return input;
    }
    const verify = (scriptSig: Uint8Array): ScriptError | undefined => {
      const signed = transaction.inputs.map((other, at) =>
        at === inputIndex ? { ...other, scriptSig } : other,
      );
      return verifyInput({
        transaction: { ...transaction, inputs: signed },
        inputIndex,
        scriptPubKey,
        flags: STANDARD_SCRIPT_FLAGS,
        hasher,
      });
    };
    // What is complete stays.
    const isComplete = verify(input.scriptSig) === undefined;
    const scriptSig = isComplete
      ? input.scriptSig
      : signWithKeys({ transaction, inputIndex, scriptPubKey, keys, hashType, hasher });
    const signed = { ...input, scriptSig };
    const error = isComplete ? undefined : verify(scriptSig);
    if (error !== undefined) errors.push(describeError(signed, errorText(error)));
    return signed;
  });
  return { inputs, errors };
}

function errorText(error: ScriptError): string {
  if (error === 'INVALID_STACK_OPERATION')
    return 'Unable to sign input, invalid stack size (possibly missing key)';
  if (error === 'SIG_NULLFAIL')
    return 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)';
  return SCRIPT_ERROR_TEXTS[error];
}

const describeError = ({ previousOutput, scriptSig, sequence }: TransactionInput, error: string): object => ({
  txid: previousOutput.txid,
  vout: previousOutput.index,
  scriptSig: bytesToHex(scriptSig),
  sequence,
  error,
});
