import { explain, listPossibleChanges, type ChangeKind, type PossibleChange } from '@dapikit/contract';
import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Baseline } from './baseline.js';
import type { Analysis } from './contract-analysis.js';
import { rangeOf } from './diagnostics.js';
import type { LanguageSettings } from './language-settings.js';

/** Limits the rules that are explained at one place. */
const MAX_RULES = 3;

/** Explains the rules of the diagnostics at a place, as Markdown. */
export function explainRules(document: TextDocument, { diagnostics }: Analysis, at: Position): string[] {
  const offset = document.offsetAt(at);
  const codes = diagnostics
    .filter((diagnostic) => {
      const { start, end } = rangeOf(document, diagnostic);
      return document.offsetAt(start) <= offset && offset <= document.offsetAt(end);
    })
    .map(({ code }) => code);
  return [...new Set(codes)].slice(0, MAX_RULES).flatMap((code) => {
    const page = explain(code);
    return page === undefined ? [] : [`**${page.title}** (\`${code}\`): ${page.why}`];
  });
}

const VERBS = {
  remove: 'be removed',
  raise: 'be raised',
  lower: 'be lowered',
  change: 'change',
  add: 'get another member',
} as const satisfies Record<ChangeKind, string>;

/** Says what an update of the registered contract may do with the value at a pointer, as Markdown. */
export function describeChanges(
  pointer: string,
  baseline: Baseline | undefined,
  { baseline: revision = '', protocolVersion, form }: LanguageSettings,
): string[] {
  if (baseline?.text === undefined) return [];
  const changes = listPossibleChanges(baseline.text, pointer, { protocolVersion, form });
  if (changes.length === 0) return [];
  const lines = changes.map(describeChange);
  return [`**In an update of ${revision}** it\n\n${lines.map((line) => `- ${line}`).join('\n')}`];
}

function describeChange({ kind, isAllowed, reason }: PossibleChange): string {
  if (isAllowed) return `can ${VERBS[kind]}`;
  return `cannot ${VERBS[kind]}${reason === undefined ? '' : ` (\`${reason.code}\`)`}`;
}
