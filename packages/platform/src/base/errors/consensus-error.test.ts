import { expect, it } from 'vitest';
import { ConsensusError } from './consensus-error.js';
import { jsonValue } from './json-value.js';
import { schemaError } from './document-errors.js';
import { payloadJson } from './payload-json.js';

it('ConsensusError describes the problem, expected and found values and the fix', () => {
  const error = new ConsensusError('DocumentContestNotPaidForError', {
    documentId: new Uint8Array(32),
    expectedAmount: 5n,
    paidAmount: 0n,
  });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'DocumentContestNotPaidForError',
    code: 40114,
    isPaid: true,
    payload: { documentId: new Uint8Array(32), expectedAmount: 5n, paidAmount: 0n },
  });
  expect(error).toMatchObject({
    reason: 'DocumentContestNotPaidForError',
    expected: 'a prefunded voting balance of 5 credits',
    found: '0',
    fix: expect.stringContaining("'auto'"),
    docs: expect.stringMatching(/^dapikit explain \d+$/),
  });
  expect(error.message).toMatch(
    /^40114 DocumentContestNotPaidForError: the values are contested.* 5 credits.* has 0: /,
  );
});

it('ConsensusError is unpaid if the transition says so', () => {
  const payload = { publicKeySecurityLevel: 'MASTER', allowedKeySecurityLevels: ['HIGH'] } as const;
  expect(new ConsensusError('InvalidSignaturePublicKeySecurityLevelError', payload).isPaid).toBe(true);
  expect(new ConsensusError('InvalidSignaturePublicKeySecurityLevelError', payload, false).isPaid).toBe(
    false,
  );
});

it('ConsensusError has identifiers as bytes in its payload and in base58 in its message', () => {
  const error = new ConsensusError('DocumentOwnerIdMismatchError', {
    documentId: new Uint8Array(32),
    documentOwnerId: new Uint8Array(32).fill(1),
    existingDocumentOwnerId: new Uint8Array(32),
  });
  const [zero, given] = ['1'.repeat(32), '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'];
  expect(error.payload.documentOwnerId).toEqual(new Uint8Array(32).fill(1));
  expect(error.message).toContain(given);
  expect(payloadJson(error)).toEqual({
    documentId: zero,
    documentOwnerId: given,
    existingDocumentOwnerId: zero,
  });
});

const jsonValues = (json: readonly unknown[]) => json.map(jsonValue);

it('ConsensusError shortens long values anywhere in its payload', () => {
  const long = 'n'.repeat(60_000);
  const types = new ConsensusError('InvalidDocumentTypeError', {
    documentType: long,
    dataContractId: new Uint8Array(32),
  });
  expect(types.payload).toEqual({
    documentType: `${'n'.repeat(499)}…`,
    dataContractId: new Uint8Array(32),
  });
  const names = new ConsensusError(
    'JsonSchemaError',
    schemaError({
      keyword: 'additionalProperties',
      instancePath: '',
      schemaPath: '/additionalProperties',
      propertyName: long,
      params: { additionalProperties: [long] },
      summary: `expected no other property, found ${long}`,
    }),
  );
  const indexValues = jsonValues([long, 5, true]);
  const poll = { contractId: new Uint8Array(32), documentTypeName: 'name', indexName: 'name', indexValues };
  const polls = new ConsensusError('VotePollNotFoundError', {
    votePoll: { type: 'contestedDocumentResourceVotePoll', ...poll },
  });
  for (const error of [types, names, polls])
    expect(
      JSON.stringify([payloadJson(error), error.message, error.expected, error.found]).length,
    ).toBeLessThan(5000);
  expect(polls.payload).toMatchObject({
    votePoll: { indexName: 'name', indexValues: jsonValues([`${'n'.repeat(499)}…`, 5, true]) },
  });
});

it('ConsensusError has bytes of its own', () => {
  const documentId = new Uint8Array(32);
  const error = new ConsensusError('DocumentNotFoundError', { documentId });
  error.payload.documentId.fill(1);
  expect(documentId).toEqual(new Uint8Array(32));
});
