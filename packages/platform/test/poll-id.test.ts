import type { StorageType } from '@dapikit/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { identifierBytes, identifierText } from '../src/base/bytes/identifier.js';
import { pollBytes, pollId } from '../src/state/contest/poll-id.js';
import type { PollValue } from '../src/state/contest/wire-value.js';
import type { DocumentValue } from '../src/state/document/document.js';
import { loadSdk } from './sdk.js';

const DPNS_TEXT = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const DPNS = identifierBytes(DPNS_TEXT)!;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('the id of a poll is the published one', () => {
  const poll = {
    contractId: DPNS,
    documentType: 'domain',
    indexName: 'parentNameAndLabel',
    indexValues: ['dash', 'quantum'].map((value) => ({ type: 'string', value }) as const),
  };
  const id = pollId(poll);
  expect(hex(pollBytes(poll))).toBe(
    'e668c659af66aee1e72c186dde7b5b7e0a1d712a09c40d5721f622bf53c53155' +
      '06646f6d61696e12706172656e744e616d65416e644c6162656c0212046461736812077175616e74756d',
  );
  expect(hex(id)).toBe('710ed3d1faf6b7414456b5b4a463f671ec727eb71158e1b1ba5dd8efd78a34bb');
  expect(identifierText(id)).toBe('8cLBdc35uovu4yHKuMKy4JWYhRFVUPSnnm8KTJJaaJw4');
});

/** The last bytes of a poll: its one value. */
const valueBytes = (value: PollValue): string => {
  const poll = { contractId: DPNS, documentType: 'a', indexName: 'b', indexValues: [value] };
  return hex(pollBytes(poll).subarray(32 + 2 + 2 + 1));
};

it.each<[StorageType, DocumentValue, string]>([
  ['u8', 255, '08ff'],
  ['i8', -1, '09ff'],
  ['u16', 250, '06fa'],
  ['u16', 251, '06fb00fb'],
  ['i16', -1, '0701'],
  ['u32', 65_536, '04fc00010000'],
  ['i32', -40_000, '05fc0001387f'],
  ['u64', 2n ** 32n, '02fd0000000100000000'],
  ['i64', -(2n ** 63n), '03fdffffffffffffffff'],
  ['bytes', Uint8Array.of(1, 2), '0a020102'],
  ['bytes', new Uint8Array(20), `0b${'00'.repeat(20)}`],
  ['bytes', new Uint8Array(32), `0c${'00'.repeat(32)}`],
  ['bytes', new Uint8Array(36), `0d${'00'.repeat(36)}`],
  ['identifier', new Uint8Array(32), `10${'00'.repeat(32)}`],
  ['f64', 1.5, '113ff8000000000000'],
  ['string', 'ä', '1202c3a4'],
  ['boolean', true, '1301'],
])('a poll encodes a %s, %s, as %s', (type, value, bytes) => {
  expect(valueBytes({ type, value })).toBe(bytes);
});

it('a poll encodes a missing value as its tag', () => {
  expect(valueBytes({ type: 'null' })).toBe('14');
});

it('a poll is encoded in a vote like the official SDK does', async () => {
  const { MasternodeVoteTransition, ResourceVoteChoice, Vote, VotePoll } = await loadSdk();
  const official = (documentType: string, indexName: string, values: unknown[]): string => {
    const options = { contractId: DPNS_TEXT, documentTypeName: documentType, indexName, indexValues: values };
    const vote = new Vote(new VotePoll(options), ResourceVoteChoice.Lock());
    const ids = { proTxHash: DPNS_TEXT, voterIdentityId: DPNS_TEXT };
    const signed = { nonce: 1n, signaturePublicKeyId: 0, signature: new Uint8Array(65) };
    return new MasternodeVoteTransition({ ...ids, vote, ...signed }).toHex();
  };
  const name = fc.stringMatching(/^[a-z]{1,30}$/);
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }).map((value): PollValue => ({ type: 'string', value })),
    fc.maxSafeNat().map((value): PollValue => ({ type: 'u64', value })),
    fc.integer({ max: -1 }).map((value): PollValue => ({ type: 'i64', value })),
    fc.boolean().map((value): PollValue => ({ type: 'boolean', value })),
    fc.constant<PollValue>({ type: 'null' }),
  );
  fc.assert(
    fc.property(name, name, fc.array(value, { maxLength: 5 }), (documentType, indexName, indexValues) => {
      const given = indexValues.map((one) => (one.type === 'null' ? null : one.value));
      const own = hex(pollBytes({ contractId: DPNS, documentType, indexName, indexValues }));
      expect(official(documentType, indexName, given)).toContain(own);
    }),
  );
});
