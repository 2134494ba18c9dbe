import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getList, getMembers, getText } from '../../json/json-values.js';
import { describeTransition } from './describe-transition.js';

/** The transitions that the official SDK signed, and who owns the identity of each. */
const RECORDED: ReadonlyMap<string, unknown> = new Map(
  readFileSync(
    new URL('../../../../../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url),
    'utf8',
  )
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .map((one) => [getText(one, 'name'), one]),
);

const describeRecorded = (name: string) =>
  describeTransition(Uint8Array.from(Buffer.from(getText(RECORDED.get(name), 'hex'), 'hex')));

it.each([
  ['document-create-note', 'document create', /^note of contract ErEeKq…$/, 1n],
  ['identity-credit-transfer-small', 'identity credit transfer', /^0\.000001 DASH to G6H19N…$/, 1n],
  ['data-contract-create-note', 'data contract create', /^note$/, 1n],
  ['identity-update-add-high', 'identity update', /^1 added, 0 disabled$/, 1n],
  ['identity-top-up-instant', 'identity top up', /^identity \w{6}…$/, undefined],
  ['address-funds-transfer', 'address funds transfer', /^$/, undefined],
])('describes the recorded transition %s', (name, kind, summary, nonce) => {
  const described = describeRecorded(name);
  expect(described.kind).toBe(kind);
  expect(described.summary).toMatch(summary);
  expect(described.nonce).toBe(nonce);
});

it('names the owner who signed, for every recorded transition that an identity signed', () => {
  let compared = 0;
  for (const [name, one] of RECORDED) {
    const { requires, signature } = getMembers(one);
    const ownerId = getText(requires, 'ownerId');
    if (ownerId === '' || typeof getMembers(signature)['keyId'] !== 'number') continue;
    compared += 1;
    expect([name, describeRecorded(name).signerId]).toEqual([name, ownerId]);
  }
  expect(compared).toBeGreaterThan(20);
});

it('shows aliases instead of ids', () => {
  const hex = getText(RECORDED.get('document-create-note'), 'hex');
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  const { signerId = '', json } = describeTransition(bytes);
  const [item] = getList(getMembers(json)['transitions']);
  const aliases = new Map([
    [signerId, 'alice'],
    [getText(item, '$dataContractId'), 'notes'],
  ]);
  expect(describeTransition(bytes, aliases)).toMatchObject({
    summary: 'note of contract notes',
    signerName: 'alice',
  });
});
