import { describe, expect, it } from 'vitest';
import { applyListEvent, NO_MASTERNODES } from './masternodes.js';

const entry = (proRegTxHash: string, more: object = {}) => ({
  proRegTxHash,
  service: '127.0.0.1:20001',
  nType: 0,
  isValid: true,
  votingAddress: 'yA',
  ...more,
});
const createEvent = (event: string, mnList: readonly object[], deletedMNs: readonly string[] = []) => ({
  event,
  diff: { blockHash: 'b', mnList, deletedMNs },
});
const whole = applyListEvent(NO_MASTERNODES, createEvent('list', [entry('aa'), entry('bb', { nType: 1 })]));

describe('the masternode list', () => {
  it('starts without changes', () => {
    expect([...whole.list.values()].map(({ isEvonode }) => isEvonode)).toEqual([false, true]);
    expect(whole.changes).toEqual([]);
  });

  it.each([
    [createEvent('diff', [entry('cc')]), 'joined the list'],
    [createEvent('diff', [], ['aa']), 'left the list'],
    [createEvent('diff', [entry('aa', { isValid: false })]), 'was banned'],
    [createEvent('diff', [entry('aa', { service: '127.0.0.1:9' })]), 'moved to 127.0.0.1:9'],
    [createEvent('diff', [entry('aa', { votingAddress: 'yB' })]), 'votes with yB'],
  ])('describes the changes of a block', (event, text) => {
    const { changes } = applyListEvent(whole, event);
    expect(changes.map((change) => change.changes.map((one) => one.text))).toEqual([[text]]);
  });

  it('ignores blocks without changes, and what is not an event', () => {
    expect(applyListEvent(whole, createEvent('diff', [])).changes).toEqual([]);
    expect(applyListEvent(whole, { event: 'reset' })).toBe(whole);
  });
});
