import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../src/base/crypto/hashes.js';
import { secp256k1 } from '../src/base/crypto/secp256k1.js';
import { buildScript, type ScriptPart } from '../src/primitives/script/build-script.js';
import { publicKeyOf, signEcdsa } from '../src/primitives/script/ecdsa.js';
import { payToScript } from '../src/primitives/script/standard-scripts.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { made, spend } from './spend.js';
import { alice, bob } from './unusual-outputs.js';
import { Workshop } from './workshop.js';

const REPEATED = 99;
const INPUTS = 260;

/** The same signature over data, checked a hundred times: Dash Core counts none of these checks as a signature operation. */
const repeated: readonly ScriptPart[] = Array.from(
  { length: REPEATED },
  () => ['OP_3DUP', 'OP_CHECKDATASIGVERIFY'] as const,
).flat();
const script = buildScript(...repeated, 'OP_CHECKDATASIG');

function unlocking(index: number): Uint8Array {
  const message = Uint8Array.of(index & 0xff, index >>> 8);
  // Its form is looked at as if it ended with a hash type.
  const signature = Uint8Array.of(...signEcdsa(sha256(message), alice.secretKey), 1);
  return buildScript(signature, message, publicKeyOf(alice.secretKey), script);
}

describe('a transaction with 26,000 signature checks in 100,000 bytes', () => {
  it('is accepted like in Dash Core at the cost of distinct checks', () => {
    const workshop = new Workshop();
    const [coin] = workshop.coins(alice);
    const value = coin!.coin.value / BigInt(INPUTS) - 1_000n;
    const outputs = Array.from({ length: INPUTS }, () => ({ value, scriptPubKey: payToScript(script) }));
    const paying = spend(alice, [coin!], outputs);
    workshop.admit(paying);
    workshop.mine();
    const spending: Transaction = {
      ...paying,
      inputs: outputs.map((_, index) => ({
        previousOutput: made(paying, index).outPoint,
        scriptSig: unlocking(index),
        sequence: 0xffff_ffff,
      })),
      outputs: [{ value: value * BigInt(INPUTS) - 1_000_000n, scriptPubKey: bob.scriptPubKey }],
    };
    const verify = vi.spyOn(secp256k1, 'verifySignatureCompact');
    onTestFinished(() => verify.mockRestore());
    workshop.admit(spending);
    expect(verify).toHaveBeenCalledTimes(INPUTS);
  });
});
