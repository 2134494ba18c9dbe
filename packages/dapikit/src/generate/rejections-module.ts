import type { RejectionNotes } from '@dapikit/client';
import { listConsensusErrors, OFFICIAL_MESSAGES } from '@dapikit/protocol';
import { typeScriptOf } from './typescript-value.js';

/** First and last numbers of the consensus errors that a write of documents or tokens can get: structure, signature, balance, state, groups. */
const RANGES = [
  [10_101, 10_103],
  [10_350, 10_351],
  [10_400, 10_499],
  [20_000, 20_099],
  [30_000, 30_000],
  [40_100, 40_199],
  [40_204, 40_219],
  [40_500, 40_502],
  [40_700, 40_899],
] as const;

/** Lists the rejections that the client knows by number, each with its fix. */
export async function rejectionNotes(): Promise<RejectionNotes> {
  const { listErrors } = await import('@dapikit/platform');
  const fixes = new Map(listErrors().map(({ code, example }) => [code, example.fix]));
  const notes = listConsensusErrors()
    .filter(({ code }) => RANGES.some(([first, last]) => code >= first && code <= last))
    .map(({ name, code }) => {
      const says = OFFICIAL_MESSAGES[code];
      const fix = fixes.get(code) ?? `See: dapikit explain ${code}`;
      return [code, { name, fix, ...(says !== undefined && { says }) }] as const;
    });
  return Object.fromEntries(notes);
}

/** Writes the module of the rejections. */
export async function rejectionsModule(): Promise<string> {
  const rows = Object.entries(await rejectionNotes()).map(
    ([code, note]) => `  ${code}: ${typeScriptOf(note, '  ')},`,
  );
  return [
    "import type { RejectionNotes } from '@dapikit/client';",
    '',
    '/** Rejections by the number of their consensus error. */',
    'export const REJECTIONS = {',
    ...rows,
    '} as const satisfies RejectionNotes;',
    '',
    '/** Number of a rejection. */',
    'export type RejectionCode = keyof typeof REJECTIONS;',
    '',
  ].join('\n');
}
