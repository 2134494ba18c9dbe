import { printableJson } from '../program/printable.js';
import { countLevels, countSpecificationErrors, isPassed, type Report, shown } from './report.js';

/** The version of this shape: members may come, and none changes its meaning without another number here. */
const SHAPE_VERSION = 1;

/** Formats a report for programs: one object for the whole run. Lines and columns start at 1 and count UTF-16 units. */
export function formatJson(report: Report): string {
  const { protocolVersion, judge, files, unreadable } = report;
  const { error, unusable, warning, hint } = countLevels(report);
  return `${printableJson({
    version: SHAPE_VERSION,
    protocolVersion,
    judge,
    passed: isPassed(report) && unreadable.length === 0,
    summary: {
      files: files.length,
      unreadable: unreadable.length,
      errors: error,
      specificationErrors: countSpecificationErrors(report),
      unusable,
      warnings: warning,
      hints: hint,
    },
    files: files.map((file) => ({
      file: file.name,
      ok: file.verdict.ok,
      accepted: file.verdict.accepted,
      ...shown(file, report),
      ...(file.changes === undefined ? {} : { changes: file.changes }),
      ...(file.verdict.contract === undefined ? {} : { contract: file.verdict.contract }),
    })),
    unreadable: unreadable.map(({ name, fault }) => ({ file: name, fault })),
  })}\n`;
}
