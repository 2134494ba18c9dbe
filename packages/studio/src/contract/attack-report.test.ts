import { expect, it } from 'vitest';
import { readAttackReport } from './attack-report.js';

const FINDING = {
  code: 'anyone-creates',
  severity: 'hint',
  message: 'any identity can create a "note"',
  at: '/note',
  range: { start: { line: 2, column: 3 } },
  fix: { text: 'Set "creationRestrictionMode": 1.' },
  documentType: 'note',
  steps: [],
  example: ['1. alice creates note1 {}'],
};
const REPORT = {
  version: 1,
  file: 'contract.json',
  seed: 7,
  performed: 30,
  rejected: 12,
  isCut: true,
  untried: ['odd'],
  unpaid: ['paid'],
  held: [{ kind: 'never', name: 'it fails' }, { kind: 'never' }, 7],
  findings: [FINDING, { ...FINDING, severity: 'error', test: 'it(…)', documentType: undefined }],
};

it('reads a report, errors first', () => {
  const report = readAttackReport(JSON.stringify(REPORT));
  expect(report).toMatchObject({ file: 'contract.json', seed: 7, performed: 30, rejected: 12, isCut: true });
  expect(report?.untried).toEqual(['odd', 'paid']);
  expect(report?.held).toEqual(['never "it fails"']);
  expect(report?.findings.map(({ severity, test }) => [severity, test])).toEqual([
    ['error', 'it(…)'],
    ['hint', undefined],
  ]);
  expect(report?.findings[1]).toEqual({
    code: 'anyone-creates',
    severity: 'hint',
    message: FINDING.message,
    at: '/note',
    line: 2,
    fix: FINDING.fix.text,
    documentType: 'note',
    example: FINDING.example,
    test: undefined,
  });
});

it.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a contract', '{"note":{"type":"object"}}'],
  ['a report of another version', JSON.stringify({ ...REPORT, version: 2 })],
  ['a report without findings', JSON.stringify({ version: 1 })],
])('reads no report from %s', (_, text) => {
  expect(readAttackReport(text)).toBeUndefined();
});

it('leaves out parts of another form', () => {
  const report = readAttackReport(
    JSON.stringify({
      version: 1,
      standIns: { odd: 1, id: 'bob' },
      findings: [null, { message: 'x' }, { severity: 'hint', message: 'y', fix: 1, range: [], example: [1] }],
    }),
  );
  expect(report?.standIns).toEqual([['id', 'bob']]);
  expect(report?.findings).toHaveLength(1);
  expect(report?.findings[0]).toMatchObject({ message: 'y', fix: '', line: undefined, example: [] });
});
