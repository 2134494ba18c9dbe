import { expect, it } from 'vitest';
import { listErrors, PlatformError } from './consensus-error.js';

it('tells what was expected, what was found and what to do', () => {
  const error = new PlatformError('DocumentContestNotPaidForError', {
    documentId: 'D',
    expected: 5n,
    paid: 0n,
  });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'DocumentContestNotPaidForError',
    code: 40114,
    isPaid: true,
    payload: { documentId: 'D', expected: 5n, paid: 0n },
  });
  expect(error.message).toMatch(/^40114 DocumentContestNotPaidForError: expected .*5 credits.*, found 0: /);
});

it('costs nothing where the operation says so', () => {
  const payload = { level: 'MASTER', allowed: ['HIGH'] };
  expect(new PlatformError('InvalidSignaturePublicKeySecurityLevelError', payload).isPaid).toBe(true);
  expect(new PlatformError('InvalidSignaturePublicKeySecurityLevelError', payload, false).isPaid).toBe(false);
});

it('has every number once, in the families of the network', () => {
  const codes = listErrors().map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { name, code } of listErrors()) {
    expect(name).toMatch(/^[A-Z][A-Za-z]+Error$/);
    expect([1, 2, 3, 4]).toContain(Math.floor(code / 10_000));
  }
});

it('charges for no vote of a masternode and for every contender that cannot join', () => {
  for (const { code, isPaid } of listErrors()) {
    if (code >= 40300 && code <= 40401) expect([code, isPaid]).toEqual([code, false]);
    if (code >= 40100 && code <= 40141) expect([code, isPaid]).toEqual([code, true]);
  }
});
