import type { AnswerSource, Provenance } from '../memory/provenance.js';

/** The headers that tell where an answer came from, and what each says. */
export const PROVENANCE_HEADERS = {
  'X-Dapikit-Cache': {
    description:
      '`hit`: from memory; `miss`: a node was asked; `stale`: from memory, and no node answers. Absent where nothing was asked ' +
      'of the chain, and on errors. Of a batch: `stale` if one answer is, else `miss` if one is.',
    schema: { enum: ['hit', 'miss', 'stale'] },
  },
  'X-Dapikit-Final': {
    description:
      'Whether the answer is about blocks under a ChainLock, and will be the same for good. Of a batch: whether each is.',
    schema: { enum: ['true', 'false'] },
  },
  'X-Dapikit-Block-Age': {
    description: 'Whole seconds since the gateway came to know the newest block.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

const NONE: readonly string[] = [];
/** The age of no block. */
const UNKNOWN = -1;

/** Makes a function that gives the headers for an answer, names and values by turns. Most answers have those of the one before. */
export function provenanceTeller(): (provenance: Provenance) => readonly string[] {
  let last:
    | { source: AnswerSource; isFinal: boolean; seconds: number; headers: readonly string[] }
    | undefined;
  return ({ source, isFinal, blockAge }) => {
    if (source === undefined) return NONE;
    const seconds = blockAge === undefined ? UNKNOWN : Math.floor(blockAge / 1000);
    if (last?.source !== source || last.isFinal !== isFinal || last.seconds !== seconds) {
      last = { source, isFinal, seconds, headers: headersOf(source, isFinal, seconds) };
    }
    return last.headers;
  };
}

function headersOf(source: AnswerSource, isFinal: boolean, seconds: number): readonly string[] {
  const headers = ['x-dapikit-cache', source, 'x-dapikit-final', String(isFinal)];
  return seconds === UNKNOWN ? headers : [...headers, 'x-dapikit-block-age', String(seconds)];
}
