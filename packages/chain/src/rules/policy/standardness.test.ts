import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hexToBytes } from '../../base/bytes/hex.js';
import { hash160, sha256 } from '../../base/crypto/hashes.js';
import { buildScript } from '../../primitives/script/build-script.js';
import { publicKeyOf } from '../../primitives/script/ecdsa.js';
import {
  dataScript,
  multisigScript,
  payToPublicKey,
  payToPublicKeyHash,
  payToScript,
} from '../../primitives/script/standard-scripts.js';
import { decodeTransaction, type Transaction } from '../../primitives/transaction/transaction.js';
import { DEFAULT_RELAY_POLICY, feeSize, RELAY_LIMITS, type RelayPolicy } from './relay-policy.js';
import { scriptRejection } from './script-rejection.js';
import { inputsAreStandard } from './standard-inputs.js';
import {
  isStandardOutputScript,
  isTooSmallToRelay,
  standardnessProblem,
  type StandardnessProblem,
} from './standardness.js';

const FIXTURES = new URL('../../../../../fixtures/dash-core-23.1.2/', import.meta.url);

/** What the node answered because of these rules, and one transaction it accepted. */
const ABOUT_STANDARDNESS = /^sendrawtransaction: (accepted|dust|OP_RETURN over 83 bytes)$/;

interface Exchange {
  label: string;
  request: { body: string };
  response: string;
}

const key = publicKeyOf(sha256(Buffer.from('standardness.test')));
const scriptPubKey = payToPublicKeyHash(hash160(key));
const payment = { value: 1_000n, scriptPubKey };
const bareMultisig = { value: 5_000n, scriptPubKey: multisigScript(1, [key]) };
const data = { value: 0n, scriptPubKey: dataScript(new Uint8Array(80)) };
const tooMuchData = { value: 0n, scriptPubKey: dataScript(new Uint8Array(81)) };
const dust = { value: 545n, scriptPubKey };
const input = {
  previousOutput: { txid: 'ef'.repeat(32), index: 0 },
  scriptSig: buildScript(key),
  sequence: 0,
};
const standard: Transaction = {
  version: 2,
  type: 0,
  inputs: [input],
  outputs: [payment],
  lockTime: 0,
  extraPayload: new Uint8Array(),
};

function spending(scriptSig: Uint8Array): Transaction {
  return { ...standard, inputs: [{ ...input, scriptSig }] };
}

function signatureChecks(count: number): Uint8Array {
  return buildScript(...Array.from({ length: count }, () => 'OP_CHECKSIG' as const));
}

function rejection(script: Uint8Array): string | undefined {
  const transaction = spending(buildScript(1, 1));
  return scriptRejection({ transaction, spentOutputs: [{ scriptPubKey: script }] });
}

type Case = readonly [string, Partial<Transaction>, StandardnessProblem | undefined, Partial<RelayPolicy>?];

const CASES: readonly Case[] = [
  ['a payment', {}, undefined],
  ['version 0', { version: 0 }, 'version'],
  ['version 4', { version: 4 }, 'version'],
  ['a negative version', { version: -1 }, 'version'],
  ['version 3', { version: 3 }, undefined],
  ['2,940 outputs', { outputs: Array.from({ length: 2_940 }, () => payment) }, 'tx-size'],
  ['2,930 outputs', { outputs: Array.from({ length: 2_930 }, () => payment) }, undefined],
  ['a scriptSig of 1,650 bytes', { inputs: [{ ...input, scriptSig: new Uint8Array(1_650) }] }, undefined],
  [
    'a scriptSig of 1,651 bytes',
    { inputs: [{ ...input, scriptSig: new Uint8Array(1_651) }] },
    'scriptsig-size',
  ],
  [
    'a scriptSig that computes',
    { inputs: [{ ...input, scriptSig: buildScript('OP_NOP') }] },
    'scriptsig-not-pushonly',
  ],
  [
    'a malformed scriptSig',
    { inputs: [{ ...input, scriptSig: Uint8Array.of(5) }] },
    'scriptsig-not-pushonly',
  ],
  [
    'an unknown script',
    { outputs: [{ value: 5_000n, scriptPubKey: buildScript('OP_NOP') }] },
    'scriptpubkey',
  ],
  [
    'a multisig of 4 keys',
    { outputs: [{ value: 5_000n, scriptPubKey: multisigScript(1, [key, key, key, key]) }] },
    'scriptpubkey',
  ],
  ['a multisig', { outputs: [bareMultisig] }, undefined],
  [
    'a multisig under a policy without bare multisig',
    { outputs: [bareMultisig] },
    'bare-multisig',
    { permitBareMultisig: false },
  ],
  ['80 bytes of data', { outputs: [payment, data] }, undefined],
  ['81 bytes of data', { outputs: [payment, tooMuchData] }, 'scriptpubkey'],
  ['81 bytes of data where they are wanted', { outputs: [tooMuchData] }, undefined, { dataCarrierBytes: 84 }],
  ['data under a policy without data', { outputs: [data] }, 'scriptpubkey', { acceptDataCarrier: false }],
  ['two outputs of data', { outputs: [data, payment, data] }, 'multi-op-return'],
  ['dust', { outputs: [payment, dust] }, 'dust'],
  ['dust at no rate', { outputs: [dust] }, undefined, { dustRelayFee: 0n }],
  // What is found first is said.
  [
    'everything wrong',
    { version: 9, inputs: [{ ...input, scriptSig: Uint8Array.of(5) }], outputs: [dust] },
    'version',
  ],
  [
    'an input and an output wrong',
    { inputs: [{ ...input, scriptSig: Uint8Array.of(5) }], outputs: [dust] },
    'scriptsig-not-pushonly',
  ],
  [
    'dust before an unknown script',
    { outputs: [dust, { ...payment, scriptPubKey: buildScript('OP_NOP') }] },
    'dust',
  ],
  [
    'an unknown script before dust',
    { outputs: [{ ...dust, scriptPubKey: buildScript('OP_NOP') }, dust] },
    'scriptpubkey',
  ],
  ['dust behind too much data', { outputs: [data, data, dust] }, 'dust'],
];

describe('standardnessProblem', () => {
  it.each(CASES.map(([name, change, problem, policy]) => ({ name, change, problem, policy })))(
    'of $name is $problem',
    ({ change, problem, policy }) => {
      expect(standardnessProblem({ ...standard, ...change }, { ...DEFAULT_RELAY_POLICY, ...policy })).toBe(
        problem,
      );
    },
  );

  it('matches the recorded results of Dash Core', () => {
    const said: Record<string, string | undefined> = {};
    const answered: Record<string, string | undefined> = {};
    const exchanges = readFileSync(new URL('exchanges.jsonl', FIXTURES), 'utf8').trim().split('\n');
    for (const line of exchanges) {
      const { label, request, response }: Exchange = JSON.parse(line);
      if (!ABOUT_STANDARDNESS.test(label)) continue;
      const { params }: { params: [string] } = JSON.parse(request.body);
      const { error }: { error: { message: string } | null } = JSON.parse(response);
      said[label] = standardnessProblem(decodeTransaction(hexToBytes(params[0])));
      answered[label] = error?.message;
    }
    expect(Object.values(said)).toEqual([undefined, 'dust', 'scriptpubkey']);
    expect(said).toEqual(answered);
  });

  it('agrees with isStandardOutputScript for one output', () => {
    expect(isStandardOutputScript(scriptPubKey)).toBe(true);
    expect(isStandardOutputScript(payToPublicKey(key))).toBe(true);
    expect(isStandardOutputScript(tooMuchData.scriptPubKey)).toBe(false);
    expect(isStandardOutputScript(new Uint8Array())).toBe(false);
  });
});

describe('the relay size of a transaction', () => {
  it('is at least 83 bytes', () => {
    const smallest = { ...standard, inputs: [{ ...input, scriptSig: new Uint8Array() }] };
    expect(isTooSmallToRelay({ ...smallest, outputs: [{ value: 0n, scriptPubKey: payToScript(key) }] })).toBe(
      false,
    );
    expect(
      isTooSmallToRelay({ ...smallest, outputs: [{ value: 0n, scriptPubKey: new Uint8Array(22) }] }),
    ).toBe(true);
  });

  it('counts 20 bytes per signature operation if that is more', () => {
    expect(feeSize(200, 1)).toBe(200);
    expect(feeSize(200, 11)).toBe(220);
  });
});

describe('inputsAreStandard', () => {
  it('checks the kind of output, not whether it can be spent', () => {
    expect(inputsAreStandard(spending(new Uint8Array()), [{ scriptPubKey }])).toBe(true);
    expect(inputsAreStandard(spending(new Uint8Array()), [{ scriptPubKey: dataScript() }])).toBe(true);
    expect(inputsAreStandard(spending(new Uint8Array()), [{ scriptPubKey: buildScript('OP_1') }])).toBe(
      false,
    );
    expect(inputsAreStandard(spending(new Uint8Array()), [])).toBe(false);
  });

  it('allows 15 signature operations in a redeem script', () => {
    const { redeemedSigops } = RELAY_LIMITS;
    const spends = (script: Uint8Array) =>
      inputsAreStandard(spending(buildScript(script)), [{ scriptPubKey: payToScript(script) }]);
    expect(spends(signatureChecks(redeemedSigops))).toBe(true);
    expect(spends(signatureChecks(redeemedSigops + 1))).toBe(false);
    const byHash = [{ scriptPubKey: payToScript(signatureChecks(1)) }];
    expect(inputsAreStandard(spending(new Uint8Array()), byHash)).toBe(false);
    expect(inputsAreStandard(spending(buildScript('OP_RETURN')), byHash)).toBe(false);
  });

  it('accepts a coinbase', () => {
    const previousOutput = { txid: '0'.repeat(64), index: 0xffffffff };
    expect(inputsAreStandard({ ...standard, inputs: [{ ...input, previousOutput }] }, [])).toBe(true);
  });
});

describe('scriptRejection', () => {
  it('distinguishes relay rules from consensus rules', () => {
    expect(rejection(buildScript('OP_EQUAL'))).toBeUndefined();
    expect(rejection(buildScript('OP_NOP'))).toBe(
      'non-mandatory-script-verify-flag (Stack size must be exactly one after execution)',
    );
    expect(rejection(buildScript('OP_RETURN'))).toBe(
      'mandatory-script-verify-flag-failed (OP_RETURN was encountered)',
    );
    // Core names the error of the stricter run, whatever the other one finds.
    expect(rejection(buildScript('OP_NOP1', 'OP_RETURN'))).toBe(
      'mandatory-script-verify-flag-failed (NOPx reserved for soft-fork upgrades)',
    );
  });
});
