import { listConsensusErrors } from '@dapikit/protocol';

/** First and last numbers of the consensus errors that a write of documents or tokens can get: structure, signature, balance, state. */
const RANGES = [
  [10_101, 10_101],
  [10_400, 10_499],
  [20_000, 20_099],
  [30_000, 30_000],
  [40_100, 40_199],
  [40_210, 40_219],
  [40_700, 40_799],
] as const;

/** Writes the module of the rejections that the client knows by number, each with its fix. */
export async function rejectionsModule(): Promise<string> {
  const { listErrors } = await import('@dapikit/platform');
  const fixes = new Map(listErrors().map(({ code, example }) => [code, example.fix]));
  const rows = listConsensusErrors()
    .filter(({ code }) => RANGES.some(([first, last]) => code >= first && code <= last))
    .toSorted((a, b) => a.code - b.code)
    .map(
      ({ name, code }) =>
        `  ${code}: { name: '${name}', fix: ${literal(fixes.get(code) ?? `See: dapikit explain ${code}`)} },`,
    );
  return [
    "import type { RejectionNotes } from '@dapikit/client';",
    '',
    '/** Rejections by the number of their consensus error. */',
    'export const REJECTIONS = {',
    ...new Set(rows),
    '} as const satisfies RejectionNotes;',
    '',
    '/** Number of a rejection. */',
    'export type RejectionCode = keyof typeof REJECTIONS;',
    '',
  ].join('\n');
}

const literal = (text: string): string => JSON.stringify(text);
