import type { CodeLens, Range } from 'vscode-languageserver/node';
import type { Baseline } from './baseline.js';
import type { Analysis } from './contract-analysis.js';
import type { LanguageSettings } from './language-settings.js';

const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Returns the lines above a contract: fee and size of its registration, and the verdict on its update. */
export function listLenses(
  analysis: Analysis,
  baseline: Baseline | undefined,
  { baseline: revision }: LanguageSettings,
): CodeLens[] {
  const titles = [
    describeRegistration(analysis),
    ...(revision === undefined || baseline === undefined
      ? []
      : [describeUpdate(analysis, baseline, revision)]),
  ];
  return titles.map((title) => ({ range: TOP, command: { title, command: '' } }));
}

function describeRegistration({ registration, fault }: Analysis): string {
  if (fault !== undefined) return 'Registration: not judged';
  if (registration === undefined) return 'Registration: rejected, see the errors';
  const { fees, bytes } = registration;
  return `Registration: ${fees.total.dash} DASH (estimate), ${bytes.toLocaleString('en')} bytes`;
}

function describeUpdate({ update }: Analysis, baseline: Baseline, revision: string): string {
  if (baseline.text === undefined) return `No baseline: ${baseline.fault}`;
  const count = update?.changes?.length;
  if (update === undefined || count === undefined) return `Update of ${revision}: cannot be compared`;
  if (count === 0) return `Unchanged since ${revision}`;
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
  return update.accepted && update.fees
    ? `Update of ${revision}: ${changes}, allowed, at most ${update.fees.total.dash} DASH (estimate)`
    : `Update of ${revision}: ${changes}, rejected, see the errors`;
}
