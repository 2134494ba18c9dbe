import { expect, it } from 'vitest';
import { codeOfResult, codeOfText, readRejection } from './rejection-text.js';

const note = (says: string) => ({ name: 'Name', fix: 'Fix.', says });
const NOTES = {
  1: note('Document * has duplicate unique properties [*] with other documents'),
  2: note('* document not found'),
  3: note('Invalid *: *'),
  4: note('Invalid token position: *'),
  5: note('no changes were made'),
  6: { name: 'Silent', fix: 'Fix.' },
};

it.each([
  ['Document abc has duplicate unique properties ["label"] with other documents', 1],
  ['x document not found', 2],
  ['Invalid identity: short', 3],
  ['Invalid token position: 7. No maximum', 4],
  ['no changes were made', 5],
  ['no changes were made today', undefined],
  [' document not', undefined],
  ['Document has duplicate', undefined],
  ['', undefined],
])('finds the number of %j', (text, code) => {
  expect(codeOfText(text, NOTES)).toBe(code);
});

it('does not read a word twice', () => {
  expect(codeOfText('aba', { 1: note('ab*ba') })).toBeUndefined();
  expect(codeOfText('abba', { 1: note('ab*ba') })).toBe(1);
});

it('tells rejections from other errors', () => {
  expect(readRejection('Failed to broadcast: Protocol error: Document x')).toEqual({
    text: 'Document x',
    code: undefined,
    isInBlock: false,
  });
  expect(
    readRejection(
      'Failed to wait for state transition result: state transition broadcast error: 40105 SomeError: x',
    ),
  ).toEqual({ text: 'x', code: 40_105, isInBlock: true });
  expect(readRejection('Failed to broadcast: transport error')).toBeUndefined();
});

it('reads the number of a result', () => {
  expect(codeOfResult('Code: 40105, Message: x')).toBe(40_105);
  expect(codeOfResult(undefined)).toBeUndefined();
});
