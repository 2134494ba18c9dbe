import type { Contest } from './contest.js';

/**
 * Describes the effect of a new document with contested values: it starts or joins a contest, or is rejected for a
 * reason.
 */
export type ContestEntry =
  | { readonly kind: 'starts' }
  | { readonly kind: 'joins'; readonly contenders: readonly string[]; readonly joinableUntil: number }
  | { readonly kind: 'contends' }
  | { readonly kind: 'closed'; readonly endsAt: number }
  | { readonly kind: 'awarded'; readonly ownerId: string }
  | { readonly kind: 'locked' };

/** Returns the effect of a document of an identity. @param now the time of the platform's clock */
export function getContestEntry(contest: Contest, identityId: string, now: number): ContestEntry {
  const { status, contenders, documents, endsAt, joinableUntil, outcome } = contest;
  if (status === 'Locked') return { kind: 'locked' };
  const ownerId = documents[0]?.['$ownerId'] ?? outcome?.identityId;
  if (status === 'Awarded') return { kind: 'awarded', ownerId: typeof ownerId === 'string' ? ownerId : '' };
  if (endsAt === undefined || joinableUntil === undefined) return { kind: 'starts' };
  if (contenders.includes(identityId)) return { kind: 'contends' };
  return now > joinableUntil ? { kind: 'closed', endsAt } : { kind: 'joins', contenders, joinableUntil };
}

/** Returns whether the platform accepts the document. */
export const isOpenEntry = ({ kind }: ContestEntry): boolean => kind === 'starts' || kind === 'joins';
