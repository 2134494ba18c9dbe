import type { Eventually } from '@dapikit/chain';
import type { RateLimit, Verdict } from './rate-limit.js';

/** Describes a token bucket for each client. */
export interface Buckets {
  /** Takes `cost` units out of a client's bucket, or none when there are not so many. Never throws or rejects. */
  take(client: string, cost: number, limit: RateLimit): Eventually<Verdict>;
  /** Returns the verdict of `take`, as far as this process knows. Takes nothing. */
  peek(client: string, cost: number, limit: RateLimit): Verdict;
  close(): void;
}
