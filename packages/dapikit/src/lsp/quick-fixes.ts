import { applyFix, fixContract } from '@dapikit/contract';
import { CodeActionKind, type CodeAction, type Range, type TextEdit } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Analysis } from './contract-analysis.js';
import { toEditorDiagnostics, rangeOf } from './diagnostics.js';
import type { LanguageSettings } from './language-settings.js';

/** Names the action that applies all fixes; editors can run it when they save. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.dapikit`;

/** Limits the fixes that are tried for one request: each is a text of its own. */
const MAX_FIXES = 20;

/** Returns the fixes of the diagnostics in a range, and the one that applies all of them. */
export function listFixes(
  document: TextDocument,
  analysis: Analysis,
  { range, only }: { readonly range: Range; readonly only: readonly string[] | undefined },
  settings: LanguageSettings,
): CodeAction[] {
  const wants = (kind: string): boolean =>
    only === undefined || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
  const quick = wants(CodeActionKind.QuickFix) ? listQuickFixes(document, analysis, range, settings) : [];
  // Editors ask at each move of the cursor, and all fixes take several rounds.
  const isAsked = only !== undefined || quick.length > 0;
  return [...quick, ...(isAsked && wants(FIX_ALL) ? fixAll(document, analysis, settings) : [])];
}

function listQuickFixes(
  document: TextDocument,
  { diagnostics }: Analysis,
  range: Range,
  { docsUrl }: LanguageSettings,
): CodeAction[] {
  return diagnostics
    .filter((diagnostic) => touches(rangeOf(document, diagnostic), range))
    .slice(0, MAX_FIXES)
    .flatMap((diagnostic): CodeAction[] => {
      const fixed = applyFix(document.getText(), diagnostic);
      if (fixed === undefined) return [];
      return [
        {
          title: diagnostic.fix.text,
          kind: CodeActionKind.QuickFix,
          diagnostics: toEditorDiagnostics(document, { diagnostics: [diagnostic] }, docsUrl),
          isPreferred: true,
          edit: { changes: { [document.uri]: [editTo(document, fixed)] } },
        },
      ];
    });
}

function fixAll(
  document: TextDocument,
  { fault }: Analysis,
  { protocolVersion, form }: LanguageSettings,
): CodeAction[] {
  if (fault !== undefined) return [];
  const { text, applied } = fixContract(document.getText(), { protocolVersion, form });
  if (applied.length === 0) return [];
  return [
    {
      title: `Fix all (${applied.length})`,
      kind: FIX_ALL,
      edit: { changes: { [document.uri]: [editTo(document, text)] } },
    },
  ];
}

/** Returns the edit that makes a document another text, as small as one edit can be. */
function editTo(document: TextDocument, after: string): TextEdit {
  const before = document.getText();
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  if (/[\ud800-\udbff]/.test(before[start - 1] ?? '')) start -= 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (/[\udc00-\udfff]/.test(before.at(-end) ?? '')) end -= 1;
  return {
    range: { start: document.positionAt(start), end: document.positionAt(before.length - end) },
    newText: after.slice(start, after.length - end),
  };
}

/** Returns whether two ranges share a place. */
const touches = (a: Range, b: Range): boolean => !isBefore(a.end, b.start) && !isBefore(b.end, a.start);

const isBefore = (a: Range['start'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);
