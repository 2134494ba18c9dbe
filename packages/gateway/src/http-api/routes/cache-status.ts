import type { AnswerSource, Provenance } from '../../base/provenance.js';

/** Describes the header that says where a response came from (RFC 9211), as OpenAPI describes it. */
export const CACHE_STATUS_HEADERS = {
  'Cache-Status': {
    description:
      'RFC 9211: `dapikit; hit` from the cache; `dapikit; fwd=miss` from a node; `dapikit; hit; stale` from the cache while no node ' +
      'responds. With `final` if the response is about blocks under a ChainLock, which cannot be reorganised, and with ' +
      '`block-age`, whole seconds since the gateway learned of the newest block. For a batch: stale if one response is, else ' +
      '`fwd=miss` if one is; final if each is. Absent if layer 1 was not queried, and on errors.',
    schema: { type: 'string' },
  },
} as const;

const NONE: readonly string[] = [];
/** The age of no block. */
const UNKNOWN = -1;

const SOURCES: Readonly<Record<AnswerSource, string>> = {
  hit: 'dapikit; hit',
  miss: 'dapikit; fwd=miss',
  stale: 'dapikit; hit; stale',
};

/** Makes a function that returns the header of a response, its name and value. Most responses have that of the one before. */
export function cacheStatusWriter(): (provenance: Provenance) => readonly string[] {
  let last:
    | { source: AnswerSource; isFinal: boolean; seconds: number; headers: readonly string[] }
    | undefined;
  return ({ source, isFinal, blockAge }) => {
    if (source === undefined) return NONE;
    const seconds = blockAge === undefined ? UNKNOWN : Math.floor(blockAge / 1000);
    if (last?.source !== source || last.isFinal !== isFinal || last.seconds !== seconds) {
      last = {
        source,
        isFinal,
        seconds,
        headers: ['cache-status', cacheStatusOf(source, isFinal, seconds)],
      };
    }
    return last.headers;
  };
}

function cacheStatusOf(source: AnswerSource, isFinal: boolean, seconds: number): string {
  const age = seconds === UNKNOWN ? '' : `; block-age=${seconds}`;
  return `${SOURCES[source]}${isFinal ? '; final' : ''}${age}`;
}
