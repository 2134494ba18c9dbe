import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  WaitForStateTransitionResultRequestSchema,
  WaitForStateTransitionResultResponseSchema,
} from '../generated/dapi_pb.js';
import { executionMark, unfitResult } from './execution-mark.js';

const SEEN = 40n;
const sent = (seenHeight = SEEN) => ({ bytes: Uint8Array.of(1), seenHeight });
const found = (height: bigint) =>
  ({ outcome: 'verified', state: { height, rootHash: new Uint8Array(32) } }) as const;
const changed = (expected: object | undefined) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- two members are read
  ({ kind: 'changed-document', expected }) as never;
const REPLACED = changed({});
const DELETED = changed(undefined);

describe('the mark of an executed transition', () => {
  it.each([
    ['below the one that was seen when it was sent', SEEN - 1n, 'signed'],
    ['that was seen when it was sent', SEEN, 'signed'],
    ['after it', SEEN + 1n, 'verified'],
  ])('says what the state shows %s', (_, height, mark) => {
    expect(executionMark(found(height), REPLACED, sent())).toBe(mark);
    expect(executionMark(found(height), DELETED, sent())).toBe(mark);
  });

  it('says nothing of a deleted document where no state was seen when it was deleted', () => {
    expect(executionMark(found(1n), DELETED, sent(0n))).toBe('signed');
    expect(executionMark(found(1n), REPLACED, sent(0n))).toBe('verified');
  });

  it('is that of the proof for what is created once, and for others', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one member is read
    const record = { kind: 'selection' } as never;
    expect(executionMark(found(SEEN), record, sent())).toBe('verified');
    expect(executionMark({ ...found(SEEN), outcome: 'signed' }, undefined, undefined)).toBe('signed');
    expect(executionMark({ outcome: 'unproven' }, REPLACED, sent())).toBe('unproven');
  });
});

const waitFor = (prove: boolean) =>
  create(WaitForStateTransitionResultRequestSchema, { version: { case: 'v0', value: { prove } } });
const resultOf = (result: 'none' | 'error') =>
  create(WaitForStateTransitionResultResponseSchema, {
    version: {
      case: 'v0',
      value: result === 'error' ? { result: { case: 'error', value: { code: 10, message: 'no' } } } : {},
    },
  });

describe('a result without a proof', () => {
  it('passes where it is a rejection, or was requested without a proof', () => {
    const unproven = { outcome: 'unproven' } as const;
    expect(unfitResult(waitFor(true), resultOf('error'), unproven)).toBeUndefined();
    expect(unfitResult(waitFor(false), resultOf('none'), unproven)).toBeUndefined();
    expect(unfitResult(waitFor(true), resultOf('none'), unproven)).toMatch('neither a proof nor an error');
  });

  it('does not pass with a wrong proof, and says why', () => {
    expect(unfitResult(waitFor(true), resultOf('none'), { outcome: 'invalid', reason: 'old' })).toBe('old');
    expect(unfitResult(waitFor(true), resultOf('none'), { outcome: 'unchecked' })).toMatch('unchecked');
    expect(unfitResult(waitFor(true), resultOf('none'), { outcome: 'signed' })).toBeUndefined();
  });
});
