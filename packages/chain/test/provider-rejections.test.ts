import { beforeAll, describe, expect, it } from 'vitest';
import { hexToBytes, ZERO_HASH } from '../src/base/bytes/hex.js';
import { publicKeyOf } from '../src/primitives/script/ecdsa.js';
import { payToPublicKey, payToPublicKeyHash } from '../src/primitives/script/standard-scripts.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { append, forge, stateOf } from './forge-block.js';
import { founder, revoke, updateRegistrar, updateService } from './forge-provider.js';
import {
  COLLATERAL,
  EXTERNAL,
  holder,
  newEvoKeys,
  newKeys,
  ProviderStage,
  severalHolders,
  single,
} from './provider-stage.js';

let stage: ProviderStage;

/** Nothing is let in, so one is enough for all. */
beforeAll(() => {
  stage = new ProviderStage();
});

type Case = readonly [reason: string, what: string, transaction: () => Transaction];

const keyScript = (keyId: string) => payToPublicKeyHash(hexToBytes(keyId));
const p2pk = payToPublicKey(publicKeyOf(holder.secretKey));

const REGISTRATIONS: readonly Case[] = [
  ['bad-protx-payload', 'cut short', () => withBytes(stage.regular(), (bytes) => bytes.slice(0, -1))],
  [
    'bad-protx-payload',
    'of an unknown version',
    () => withBytes(stage.regular(), (bytes) => bytes.with(0, 4)),
  ],
  [
    'bad-protx-version',
    'nothing but an unknown version',
    () => withBytes(stage.regular(), () => Uint8Array.of(4, 0)),
  ],
  ['bad-protx-version', 'nothing but version 0', () => withBytes(stage.regular(), () => Uint8Array.of(0, 0))],
  [
    'bad-protx-version',
    'extended addresses',
    () =>
      stage.regular({
        version: 3,
        addresses: { kind: 'extended', coreP2p: [], platformP2p: [], platformHttps: [] },
      }),
  ],
  ['bad-protx-evo-version', 'an evolution masternode in version 1', () => stage.evo({}, { version: 1 })],
  ['bad-protx-type', 'an unknown type', () => stage.regular({ masternodeType: 2 })],
  ['bad-protx-mode', 'a mode', () => stage.regular({ mode: 1 })],
  ['bad-protx-key-null', 'no owner', () => stage.regular({ keyIdOwner: '0'.repeat(40) })],
  ['bad-protx-key-null', 'nobody to vote', () => stage.regular({ keyIdVoting: '0'.repeat(40) })],
  ['bad-protx-key-null', 'no operator', () => stage.regular({ pubKeyOperator: '0'.repeat(96) })],
  [
    'bad-protx-key-null',
    'an invalid operator key',
    () => stage.regular({ pubKeyOperator: `97${'1'.repeat(94)}` }),
  ],
  ['bad-protx-payee', 'a payout to a public key', () => stage.regular({ scriptPayout: p2pk })],
  [
    'bad-protx-payee-reuse',
    'a payout to the owner',
    () => stage.regular({ scriptPayout: newKeys().owner.scriptPubKey }),
  ],
  [
    'bad-protx-payee-reuse',
    'a payout to the voter',
    () => stage.regular({ scriptPayout: newKeys().voting.scriptPubKey }),
  ],
  [
    'bad-protx-operator-reward',
    'more than all for the operator',
    () => stage.regular({ operatorReward: 10_001 }),
  ],
  [
    'bad-protx-netinfo-addr-type',
    'an IPv6 address',
    () => stage.regular({ addresses: single('2001:4860::1') }),
  ],
  ['bad-protx-netinfo-port', "mainnet's port", () => stage.regular({ addresses: single('127.0.0.9', 9999) })],
  ['bad-protx-platform-nodeid', 'no Platform node', () => stage.evo({ nodeId: '0'.repeat(40) })],
  ['bad-protx-platform-p2p-port', "mainnet's port", () => stage.evo({ ports: { p2p: 9999, http: 7 } })],
  ['bad-protx-platform-http-port', "mainnet's port", () => stage.evo({ ports: { p2p: 7, http: 9999 } })],
  ['bad-protx-platform-dup-ports', 'a port twice', () => stage.evo({ ports: { p2p: 7, http: 7 } })],
  [
    'bad-protx-platform-dup-ports',
    'the port of the node itself',
    () => stage.evo({ ports: { p2p: 7, http: newEvoKeys().service.port } }),
  ],
  [
    'bad-protx-collateral-index',
    'no such output',
    () => stage.regular({ collateral: { txid: ZERO_HASH, index: 2 } }),
  ],
  [
    'bad-protx-collateral',
    'an output of another value',
    () => stage.regular({ collateral: { txid: ZERO_HASH, index: 1 } }),
  ],
  [
    'bad-protx-collateral-dest',
    'an output with several holders',
    () => stage.regular({}, [{ value: COLLATERAL, scriptPubKey: severalHolders }]),
  ],
  [
    'bad-protx-collateral-reuse',
    'the collateral of the owner',
    () => stage.regular({}, [{ value: COLLATERAL, scriptPubKey: newKeys().owner.scriptPubKey }]),
  ],
  [
    'bad-protx-collateral-reuse',
    'the collateral of the voter',
    () => stage.regular({}, [{ value: COLLATERAL, scriptPubKey: newKeys().voting.scriptPubKey }]),
  ],
  ['bad-protx-collateral', 'an unknown coin', () => stage.fromOutside({ collateral: EXTERNAL.unknown })],
  [
    'bad-protx-collateral',
    'a coin of another value',
    () => stage.fromOutside({ collateral: EXTERNAL.tooSmall }),
  ],
  [
    'bad-protx-collateral',
    'the coin of another type',
    () => stage.fromOutside({ collateral: EXTERNAL.ofAnotherType }),
  ],
  [
    'bad-protx-collateral-dest',
    'a coin with several holders',
    () => stage.fromOutside({ collateral: EXTERNAL.ofSeveral }),
  ],
  [
    'bad-protx-collateral-pkh',
    'a coin of a script',
    () => stage.fromOutside({ collateral: EXTERNAL.ofScript }),
  ],
  [
    'bad-protx-collateral-reuse',
    'the coin of the owner',
    () => stage.fromOutside({ collateral: EXTERNAL.good, keyIdOwner: holder.keyId }),
  ],
  [
    'bad-protx-sig',
    'signed by another',
    () => stage.fromOutside({ collateral: EXTERNAL.good }, stage.workshop.account(6)),
  ],
  ['bad-protx-sig', 'a signature without need', () => stage.regular({ signature: new Uint8Array(65) })],
  [
    'bad-protx-dup-netinfo-entry',
    'the address of another',
    () => stage.regular({ addresses: { kind: 'single', service: founder(stage.workshop, 0).keys.service } }),
  ],
  [
    'bad-protx-dup-key',
    'the owner of another',
    () => stage.regular({ keyIdOwner: founder(stage.workshop, 1).keys.owner.keyId }),
  ],
  [
    'bad-protx-dup-key',
    'the operator of another',
    () => stage.regular({ pubKeyOperator: founder(stage.workshop, 1).keys.operator.publicKey }),
  ],
  [
    'bad-protx-dup-platformnodeid',
    'the Platform node of another',
    () => stage.evo({ nodeId: founder(stage.workshop, 4).keys.platform!.nodeId }),
  ],
  ['bad-protx-inputs-hash', 'tied to other inputs', () => stage.regular({ inputsHash: '7'.repeat(64) })],
];

const UPDATES: readonly Case[] = [
  ['bad-protx-netinfo-empty', 'no address', () => stage.moved({ addresses: single('0.0.0.0') })],
  [
    'bad-protx-netinfo-empty',
    'an address for documentation',
    () => stage.moved({ addresses: single('2001:db8::1') }),
  ],
  [
    'bad-protx-netinfo-addr-type',
    'an IPv6 address',
    () => stage.moved({ addresses: single('2001:4860::1') }),
  ],
  ['bad-protx-netinfo-port', "mainnet's port", () => stage.moved({ addresses: single('127.0.0.9', 9999) })],
  ['bad-protx-hash', 'an unknown masternode', () => stage.moved({ proTxHash: '7'.repeat(64) })],
  [
    'bad-protx-dup-netinfo-entry',
    'the address of another',
    () => stage.moved({ addresses: { kind: 'single', service: founder(stage.workshop, 1).keys.service } }),
  ],
  [
    'bad-protx-dup-platformnodeid',
    'the Platform node of another',
    () => stage.movedEvo({ nodeId: founder(stage.workshop, 5).keys.platform!.nodeId }),
  ],
  ['bad-protx-platform-nodeid', 'no Platform node', () => stage.movedEvo({ nodeId: '0'.repeat(40) })],
  ['bad-protx-platform-dup-ports', 'a port twice', () => stage.movedEvo({ ports: { p2p: 7, http: 7 } })],
  [
    'bad-protx-operator-payee',
    'a payout without a reward',
    () => stage.moved({ scriptOperatorPayout: holder.scriptPubKey }),
  ],
  ['bad-protx-inputs-hash', 'tied to other inputs', () => stage.moved({ inputsHash: '7'.repeat(64) })],
  [
    'bad-protx-sig',
    'signed by another operator',
    () =>
      updateService(
        stage.workshop,
        { ...founder(stage.workshop, 0), keys: founder(stage.workshop, 1).keys },
        {
          addresses: single('127.0.0.77'),
        },
      ),
  ],
  ['bad-protx-mode', 'a mode', () => stage.changed({ mode: 1 })],
  ['bad-protx-key-null', 'nobody to vote', () => stage.changed({ keyIdVoting: '0'.repeat(40) })],
  ['bad-protx-key-null', 'no operator', () => stage.changed({ pubKeyOperator: '0'.repeat(96) })],
  ['bad-protx-payee', 'a payout to a public key', () => stage.changed({ scriptPayout: p2pk })],
  ['bad-protx-hash', 'an unknown masternode', () => stage.changed({ proTxHash: '7'.repeat(64) })],
  [
    'bad-protx-payee-reuse',
    'a payout to the owner',
    () => stage.changed({ scriptPayout: keyScript(founder(stage.workshop, 0).keys.owner.keyId) }),
  ],
  [
    'bad-protx-collateral-reuse',
    'the key of the collateral votes',
    () => stage.changed({ keyIdVoting: founder(stage.workshop, 0).keys.collateral.keyId }),
  ],
  [
    'bad-protx-dup-key',
    'the operator of another',
    () => stage.changed({ pubKeyOperator: founder(stage.workshop, 1).keys.operator.publicKey }),
  ],
  ['bad-protx-inputs-hash', 'tied to other inputs', () => stage.changed({ inputsHash: '7'.repeat(64) })],
  [
    'bad-protx-sig',
    'signed by another owner',
    () =>
      updateRegistrar(
        stage.workshop,
        { ...founder(stage.workshop, 0), keys: founder(stage.workshop, 1).keys },
        {
          pubKeyOperator: founder(stage.workshop, 0).keys.operator.publicKey,
        },
      ),
  ],
  [
    'bad-protx-reason',
    'an unknown reason',
    () => revoke(stage.workshop, founder(stage.workshop, 0), { reason: 4 }),
  ],
  [
    'bad-protx-hash',
    'an unknown masternode',
    () => revoke(stage.workshop, founder(stage.workshop, 0), { proTxHash: ZERO_HASH }),
  ],
  [
    'bad-protx-inputs-hash',
    'tied to other inputs',
    () => revoke(stage.workshop, founder(stage.workshop, 0), { inputsHash: ZERO_HASH }),
  ],
  [
    'bad-protx-sig',
    'signed by another operator',
    () => revoke(stage.workshop, { ...founder(stage.workshop, 0), keys: founder(stage.workshop, 1).keys }),
  ],
];

function withBytes(transaction: Transaction, change: (bytes: Uint8Array) => Uint8Array): Transaction {
  return { ...transaction, extraPayload: change(transaction.extraPayload) };
}

describe.each([
  ['a registration', REGISTRATIONS],
  ['an update', UPDATES],
])('%s rejected by mempool and blocks', (_, cases) => {
  it.each(cases)('gets %s: %s', (reason, __, transaction) => {
    const rejected = transaction();
    const before = stateOf(stage.workshop.chain);
    expect(stage.workshop.submit(rejected)).toBe(`-26 ${reason}`);
    expect(stage.workshop.rejectionOf(forge(stage.workshop.block(), append(rejected)))).toBe(reason);
    expect(stateOf(stage.workshop.chain)).toEqual(before);
    expect(stage.workshop.mempool.size).toBe(0);
  });
});
