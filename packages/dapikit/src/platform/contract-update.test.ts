import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { completeText, isRegisteredAs } from './contract-update.js';
import { parseExactly } from './exact-json.js';
import { membersOf, type Members } from './members.js';

/** A contract whose tokens leave out all that has a default. */
const TEXT = readFileSync(new URL('../../test/generated-client/club.json', import.meta.url), 'utf8');
const IDS = {
  id: 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec',
  ownerId: 'BFq9qeVFp3iG7HEvjkuJzehy8fzL7hMoffQsBpZCVWTw',
};
/** The contract as a network returns it: with all members, and those that the network adds. */
const REGISTERED: Members = {
  ...membersOf(parseExactly(completeText(TEXT))),
  ...IDS,
  createdAt: 1,
  updatedAt: null,
};

it('finds a contract of a file that leaves out what has a default', () => {
  expect(isRegisteredAs(TEXT, REGISTERED, 13)).toBe(true);
});

it.each([
  ['"baseSupply": 1000', '"baseSupply": 1001'],
  ['"maxLength": 63', '"maxLength": 62'],
])('tells a contract with %s from one with %s', (before, after) => {
  const pattern = new RegExp(before.replace(' ', String.raw`\s*`));
  expect(TEXT).toMatch(pattern);
  expect(isRegisteredAs(TEXT.replace(pattern, after), REGISTERED, 13)).toBe(false);
});

it('compares all digits of integers', () => {
  const most = '"baseSupply": "18446744073709551615"';
  const text = TEXT.replace(/"baseSupply":\s*1000/, most);
  const other = text.replace('551615', '551614');
  const registered = { ...membersOf(parseExactly(completeText(text))), ...IDS };
  expect([isRegisteredAs(text, registered, 13), isRegisteredAs(other, registered, 13)]).toEqual([
    true,
    false,
  ]);
});

it('finds no contract in text that is none', () => {
  expect(isRegisteredAs('[]', REGISTERED, 13)).toBe(false);
  expect(completeText('no JSON')).toBe('no JSON');
});
