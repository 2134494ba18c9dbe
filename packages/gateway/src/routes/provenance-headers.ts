import type { Provenance } from '../memory/provenance.js';

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

/** The headers for an answer, names and values by turns. */
export function provenanceHeaders({ source, isFinal, blockAge }: Provenance): readonly string[] {
  if (source === undefined) return NONE;
  const headers = ['x-dapikit-cache', source, 'x-dapikit-final', isFinal ? 'true' : 'false'];
  if (blockAge !== undefined) headers.push('x-dapikit-block-age', String(Math.floor(blockAge / 1000)));
  return headers;
}
