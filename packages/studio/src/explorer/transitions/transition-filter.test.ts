import { expect, it } from 'vitest';
import { ALL_TRANSITIONS, isChosen, type TransitionChoice } from './transition-filter.js';

const transition = {
  kind: 'document create',
  summary: 'note of contract 7eMQ6H…',
  ids: ['BFq9qeVFp3iG7HEvjkuJzehy8fzL7hMoffQsBpZCVWTw', undefined],
  isRejected: false,
};

it.each<[Partial<TransitionChoice>, boolean]>([
  [{}, true],
  [{ group: 'document' }, true],
  [{ group: 'token' }, false],
  [{ result: 'executed' }, true],
  [{ result: 'rejected' }, false],
  [{ text: ' NOTE ' }, true],
  [{ text: 'vjkuj' }, true],
  [{ text: 'vote' }, false],
  [{ text: 'note', group: 'contract' }, false],
])('a filter of %j shows a note: %j', (choice, isShown) => {
  expect(isChosen({ ...ALL_TRANSITIONS, ...choice }, transition)).toBe(isShown);
});
