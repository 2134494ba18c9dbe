import { identityIdFromAddresses, type StateTransition } from '@dapikit/protocol';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { namedIdentifiers } from '../src/state/transition-result/named-identifiers.js';
import { UNSIGNED } from './signer.js';

const id = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const named = (transition: StateTransition): string[] =>
  namedIdentifiers(transition).map((one) => bytesToHex(one));

it('names who signs and who gets credits, each once', () => {
  const transfer: StateTransition = {
    ...UNSIGNED,
    type: 'identityCreditTransfer',
    formatVersion: 0,
    identityId: id(1),
    recipientId: id(1),
    amount: 1n,
    nonce: 1n,
  };
  expect(named(transfer)).toEqual([bytesToHex(id(1))]);
  expect(named({ ...transfer, recipientId: id(2) })).toEqual([bytesToHex(id(1)), bytesToHex(id(2))]);
});

it('names the identity that addresses create', () => {
  const inputs = [
    { address: { type: 'p2pkh' as const, hash: new Uint8Array(20).fill(3) }, nonce: 1, amount: 5n },
  ];
  const transition: StateTransition = {
    type: 'identityCreateFromAddresses',
    formatVersion: 0,
    publicKeys: [],
    inputs,
    output: undefined,
    feeStrategy: [],
    userFeeIncrease: 0,
    inputWitnesses: [],
  };
  expect(named(transition)).toEqual([bytesToHex(identityIdFromAddresses(inputs))]);
});

it('names what an item of a batch is about, and values of its data however deep, but not its entropy', () => {
  const batch: StateTransition = {
    ...UNSIGNED,
    type: 'batch',
    formatVersion: 1,
    ownerId: id(1),
    transitions: [
      {
        transition: 'document',
        action: 'create',
        formatVersion: 0,
        base: {
          formatVersion: 0,
          id: id(2),
          identityContractNonce: 1n,
          documentType: 'note',
          dataContractId: id(3),
        },
        entropy: id(4),
        data: new Map([['toUser', { type: 'array', value: [{ type: 'identifier', value: id(5) }] }]]),
        prefundedVotingBalance: undefined,
      },
    ],
  };
  const all = [1, 2, 3, 5].map((byte) => bytesToHex(id(byte)));
  expect(named(batch).toSorted()).toEqual(all);
});
