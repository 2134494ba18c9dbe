import { docsLink, type Diagnostic as ContractDiagnostic } from '@dapikit/contract';
import { DiagnosticSeverity, type Diagnostic, type Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Analysis } from './contract-analysis.js';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  unusable: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Information,
} as const satisfies Record<ContractDiagnostic['severity'], DiagnosticSeverity>;

/** Converts the diagnostics of a file to those that an editor shows. */
export function toEditorDiagnostics(
  document: TextDocument,
  { diagnostics, fault }: Analysis,
  docsUrl: string | undefined,
): Diagnostic[] {
  if (fault !== undefined)
    return [{ range: FIRST_LINE, severity: DiagnosticSeverity.Error, source: 'dapikit', message: fault }];
  return diagnostics.map((diagnostic) => {
    const { code, severity, message, fix, docs } = diagnostic;
    const href = docsLink(docs, docsUrl);
    return {
      range: rangeOf(document, diagnostic),
      severity: SEVERITIES[severity],
      source: 'dapikit',
      code,
      ...(href !== docs && { codeDescription: { href } }),
      message: `${severity === 'unusable' ? 'unusable: ' : ''}${message}\n${fix.text}`,
    };
  });
}

/** Returns the range of a diagnostic in a document; one without a range is about the whole text. */
export function rangeOf(document: TextDocument, { range }: ContractDiagnostic): Range {
  if (range === undefined) return FIRST_LINE;
  return { start: document.positionAt(range.start.offset), end: document.positionAt(range.end.offset) };
}

const FIRST_LINE: Range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
