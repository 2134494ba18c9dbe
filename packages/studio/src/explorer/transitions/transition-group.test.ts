import { expect, it } from 'vitest';
import { groupOf } from './transition-group.js';

it.each([
  ['document create', 'document'],
  ['token emergency action', 'token'],
  ['data contract update', 'contract'],
  ['identity credit transfer', 'identity'],
  ['masternode vote', 'vote'],
  ['address funding from asset lock', 'address'],
  ['shielded transfer', 'other'],
  ['unreadable', 'other'],
])('a transition of kind %j belongs to %j', (kind, group) => {
  expect(groupOf(kind)).toBe(group);
});
