import { expect, it } from 'vitest';
import { sampleReport } from '../../test/sample-report.js';
import { formatJson } from './format-json.js';

const passed = (changes: Parameters<typeof sampleReport>[0]) =>
  JSON.parse(formatJson(sampleReport({ unreadable: [], ...changes }))).passed;

it('formatJson writes one object for the whole run', () => {
  const report = sampleReport();
  const { files, ...run } = JSON.parse(formatJson(report));
  expect(run).toEqual({
    version: 1,
    protocolVersion: 13,
    judge: 'specification',
    passed: false,
    summary: {
      files: 3,
      unreadable: 1,
      errors: 7,
      specificationErrors: 1,
      unusable: 0,
      warnings: 1,
      hints: 0,
    },
    unreadable: [{ file: 'logo.png', fault: 'expected text in UTF-8, found other bytes' }],
  });
  expect(files.map(({ file }: { file: string }) => file)).toEqual(report.files.map(({ name }) => name));
  expect(files.map(({ diagnostics }: { diagnostics: unknown }) => diagnostics)).toEqual(
    report.files.map(({ verdict }) => verdict.diagnostics),
  );
  expect(files[1]).toMatchObject({ ok: true, accepted: true, contract: { documentTypes: ['note'] } });
});

it('formatJson reports whether the run passed by its judge and warnings', () => {
  const valid = sampleReport().files.slice(1, 2);
  expect(passed({})).toBe(false);
  expect(passed({ files: valid })).toBe(true);
  expect(passed({ files: valid, unreadable: [{ name: 'x', fault: 'y' }] })).toBe(false);
  const [note] = sampleReport().files;
  const warned = note!.verdict.diagnostics.filter(({ severity }) => severity === 'warning');
  const specified = note!.verdict.diagnostics.filter(({ rejectedBy }) => rejectedBy === 'specification');
  const files = [
    { ...note!, verdict: { ok: false, accepted: true, diagnostics: [...warned, ...specified] } },
  ];
  expect(passed({ files })).toBe(false);
  expect(passed({ files, judge: 'network' })).toBe(true);
  expect(passed({ files, judge: 'network', maxWarnings: 2 })).toBe(true);
  expect(passed({ files, judge: 'network', maxWarnings: 1 })).toBe(false);
});
