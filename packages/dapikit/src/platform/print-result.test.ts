import { expect, it } from 'vitest';
import {
  dashOf,
  describeAdvance,
  describeContract,
  describeContracts,
  describeVerdict,
  describeDocument,
  describeExplanation,
} from './print-result.js';

const label = (id: string): string => (id === 'C' ? 'shop (C)' : id);

it.each([
  [115_017_620_130, '1.1501762013 DASH'],
  ['1000000000000', '10 DASH'],
  [1, '0.00000000001 DASH'],
  [0, '0 DASH'],
  [-200_000_000_000, '-2 DASH'],
])('dashOf formats %s credits as %s', (credits, dash) => {
  expect(dashOf(credits)).toBe(dash);
});

it('describeContract shows warnings and escapes control characters', () => {
  const diagnostics = [{ severity: 'warning', at: '/note', message: 'odd \u001b[2J' }];
  expect(describeContract('installed')({ contractId: 'C', version: 2, diagnostics }, label)).toBe(
    'installed shop (C), version 2\n  warning at /note: odd \\u{1b}[2J',
  );
});

it('describeVerdict lists errors first, and names what the network accepts a warning', () => {
  const at = '/note';
  const found = [
    { severity: 'hint', at, message: 'odd' },
    { severity: 'error', rejectedBy: 'specification', at, message: 'undocumented' },
    { severity: 'error', rejectedBy: 'network', at: '/a', message: 'wrong' },
  ];
  expect(describeVerdict(found)).toEqual([
    '  error at /a: wrong',
    '  hint at /note: odd',
    '  warning at /note: undocumented',
  ]);
  expect(describeVerdict(undefined)).toEqual([]);
});

it('describeContracts lists document types and counts tokens', () => {
  const contracts = [
    { contractId: 'C', version: 1, contract: { documentSchemas: { note: {} }, tokens: { 0: {}, 1: {} } } },
    { contractId: 'T', version: 2, contract: { documentSchemas: {}, tokens: { 0: {} } } },
    { contractId: 'N', version: 3, contract: { documentSchemas: { a: {}, b: {} } } },
  ];
  expect(describeContracts(contracts, label)).toBe(
    'shop (C), version 1: note, 2 tokens\nT, version 2: 1 token\nN, version 3: a, b',
  );
});

it('describeExplanation shows the explanation, which has the warnings', () => {
  expect(describeExplanation({ ok: true, text: 'Index "a". Careful.', warnings: ['Careful.'] }, label)).toBe(
    'Index "a". Careful.',
  );
});

it('describeDocument shows when a contest ends', () => {
  const answer = { document: { $id: 'D', $createdAt: null }, contest: { endsAt: 0 }, fee: 5 };
  expect(describeDocument('created')(answer, label)).toBe(
    'contending with D, fee 0.00000000005 DASH (estimate); the contest ends at 1970-01-01T00:00:00.000Z\n{\n  "$id": "D"\n}',
  );
});

it('describeDocument shows what the official SDK rejects in the data', () => {
  const hints = [{ code: 'value-integer-text', at: '/big', message: 'text is read as 5', fix: 'Write 5.' }];
  expect(describeDocument('created')({ document: { $id: 'D' }, hints, fee: 5 }, label)).toContain(
    '(estimate)\nhint at /big: text is read as 5; Write 5.\n{',
  );
});

it('describeAdvance shows the outcomes of contests', () => {
  const name = { documentTypeName: 'name', lockVoteTally: 4 };
  const contests = [
    { ...name, indexValues: ['a'], winner: { kind: 'locked' }, contenders: [] },
    { ...name, indexValues: ['b'], winner: { kind: 'noWinner' }, contenders: [] },
    {
      ...name,
      indexValues: ['c'],
      winner: { kind: 'wonByIdentity', identityId: 'I' },
      contenders: [{ identityId: 'I', voteTally: 1 }],
    },
    { pollId: 'P' },
  ];
  expect(describeAdvance([{ block: { height: 7, time: 1000 }, contests }], label)).toBe(
    [
      'the time is 1970-01-01T00:00:01.000Z, the height 7',
      'name ["a"]: locked, with 4 votes',
      'name ["b"]: nobody won',
      'name ["c"]: won by I, with 1 vote',
      'the contest P ended',
    ].join('\n'),
  );
});
