import { describe, expect, it } from 'vitest';
import { sha256 } from '../../base/crypto/hashes.js';
import { buildScript } from '../../primitives/script/build-script.js';
import { publicKeyOf } from '../../primitives/script/ecdsa.js';
import { multisigScript, payToPublicKeyHash, payToScript } from '../../primitives/script/standard-scripts.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import { legacySigops, scriptSigops, spentSigops, transactionSigops } from './sigops.js';

const key = publicKeyOf(sha256(Buffer.from('sigops.test')));
const multisig = multisigScript(2, [key, key, key]);
const accurate = { accurate: true };
const legacy = { accurate: false };

function transaction(scriptSig: Uint8Array, scriptPubKey: Uint8Array, txid = 'ef'.repeat(32)): Transaction {
  const index = txid === ZERO_HASH ? 0xffffffff : 0;
  return {
    version: 2,
    type: 0,
    inputs: [{ previousOutput: { txid, index }, scriptSig, sequence: 0 }],
    outputs: [{ value: 0n, scriptPubKey }],
    lockTime: 0,
    extraPayload: new Uint8Array(),
  };
}

describe('signature operations', () => {
  it('are counted in a script, executed or not, up to a malformed operation', () => {
    expect(scriptSigops(new Uint8Array(), legacy)).toBe(0);
    expect(scriptSigops(payToPublicKeyHash(new Uint8Array(20)), legacy)).toBe(1);
    expect(
      scriptSigops(buildScript(0, 'OP_IF', 'OP_CHECKSIGVERIFY', 'OP_CHECKSIG', 'OP_ENDIF'), legacy),
    ).toBe(2);
    expect(scriptSigops(buildScript('OP_CHECKDATASIG', 'OP_CHECKDATASIGVERIFY'), legacy)).toBe(0);
    expect(scriptSigops(buildScript(Uint8Array.of(0xac, 0xac)), legacy)).toBe(0);
    expect(scriptSigops(Uint8Array.of(0xac, 2, 0xac), legacy)).toBe(1);
  });

  it('of a multisig count as 20 or as its number of keys', () => {
    expect(scriptSigops(multisig, legacy)).toBe(20);
    expect(scriptSigops(multisig, accurate)).toBe(3);
    expect(scriptSigops(buildScript(16, 'OP_CHECKMULTISIGVERIFY'), accurate)).toBe(16);
    expect(scriptSigops(buildScript(17, 'OP_CHECKMULTISIG'), accurate)).toBe(20);
    expect(scriptSigops(buildScript(0, 'OP_CHECKMULTISIG'), accurate)).toBe(20);
    expect(scriptSigops(buildScript('OP_CHECKMULTISIG'), accurate)).toBe(20);
  });

  it('of a spent script hash are those of the last pushed script', () => {
    const output = payToScript(multisig);
    expect(spentSigops(output, buildScript(0, multisig))).toBe(3);
    expect(spentSigops(output, buildScript('OP_NOP', multisig))).toBe(0);
    expect(spentSigops(output, Uint8Array.of(...buildScript(multisig), 9))).toBe(0);
    expect(spentSigops(output, buildScript(multisig, 1))).toBe(0);
    expect(spentSigops(output, new Uint8Array())).toBe(0);
    expect(spentSigops(multisig, new Uint8Array())).toBe(3);
  });

  it('of a transaction include the redeem scripts', () => {
    const spending = transaction(buildScript(multisig), multisig);
    expect(legacySigops(spending)).toBe(20);
    expect(transactionSigops(spending, [{ scriptPubKey: payToScript(multisig) }])).toBe(23);
    expect(transactionSigops(spending, [{ scriptPubKey: multisig }])).toBe(20);
    expect(transactionSigops(transaction(buildScript(multisig), multisig, ZERO_HASH), [])).toBe(20);
  });
});
