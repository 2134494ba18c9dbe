import type { ResponseMetadata } from '@dapikit/proof';
import type { ProofCheck } from './proof-check.js';

/** Limits how far the signed time may be from the clock of this browser, in milliseconds, as evo-sdk does. */
const MAX_AGE_MS = 31 * 60_000;
const MINUTE_MS = 60_000;

/** Creates a check that states are recent: a valid signature never ends, so an old state stays proven. */
export function createRecencyCheck(): (metadata: ResponseMetadata, now: number) => ProofCheck {
  const highest = new Map<string, bigint>();
  return ({ chainId, height, timeMs }, now) => {
    const title = 'The state is recent';
    const seen = highest.get(chainId) ?? 0n;
    if (height > seen) highest.set(chainId, height);
    if (height < seen)
      return {
        title,
        isPassed: false,
        detail: `This page has seen block ${seen.toLocaleString('en')}: the server answered with an older state, or was reset. After a reset, reload the page.`,
      };
    const age = now - Number(timeMs);
    const minutes = Math.round(Math.abs(age) / MINUTE_MS).toLocaleString('en');
    const away = age < 0 ? 'ahead of' : 'behind';
    return {
      title,
      isPassed: Math.abs(age) <= MAX_AGE_MS,
      detail: `The signed time is ${minutes} minutes ${away} the clock of this browser; 31 are allowed, as in evo-sdk.`,
    };
  };
}
