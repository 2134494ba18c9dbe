import { describe, expect, it } from 'vitest';
import { masternodesAfter, NO_MASTERNODES } from './masternodes.js';

const entry = (proRegTxHash: string, more: object = {}) => ({
  proRegTxHash,
  service: '127.0.0.1:20001',
  nType: 0,
  isValid: true,
  votingAddress: 'yA',
  ...more,
});
const told = (event: string, mnList: readonly object[], deletedMNs: readonly string[] = []) => ({
  event,
  diff: { blockHash: 'b', mnList, deletedMNs },
});
const whole = masternodesAfter(NO_MASTERNODES, told('list', [entry('aa'), entry('bb', { nType: 1 })]));

describe('the masternode list', () => {
  it('begins as a whole, which is no change', () => {
    expect([...whole.list.values()].map(({ isEvolution }) => isEvolution)).toEqual([false, true]);
    expect(whole.changes).toEqual([]);
  });

  it.each([
    [told('diff', [entry('cc')]), 'joined the list'],
    [told('diff', [], ['aa']), 'left the list'],
    [told('diff', [entry('aa', { isValid: false })]), 'was banned'],
    [told('diff', [entry('aa', { service: '127.0.0.1:9' })]), 'moved to 127.0.0.1:9'],
    [told('diff', [entry('aa', { votingAddress: 'yB' })]), 'votes with yB'],
  ])('says what a block changed', (event, what) => {
    const { changes } = masternodesAfter(whole, event);
    expect(changes.map((change) => change.changes.map((one) => one.what))).toEqual([[what]]);
  });

  it('is not changed by a block without changes, nor by what is no event', () => {
    expect(masternodesAfter(whole, told('diff', [])).changes).toEqual([]);
    expect(masternodesAfter(whole, { event: 'reset' })).toBe(whole);
  });
});
