import { getContestEntry, isOpenEntry, type ContestEntry } from '../contests/contest-entry.js';
import { matchContested, findContestedIndex } from '../contests/contested-values.js';
import { findLabelError, normalizeLabel, PARENT } from './dpns-name.js';
import { findName } from './find-name.js';
import type { SelectedType } from '../state/registered-contract.js';
import { useRequest } from '../../rpc/use-request.js';
import { useContest } from '../contests/use-contest.js';
import type { ActingState } from '../state/use-platform.js';

/** Describes whether a name can be registered. */
export type NameStatus =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'checking' }
  | { readonly kind: 'taken'; readonly ownerId: string }
  | { readonly kind: 'free' }
  | { readonly kind: 'contested'; readonly entry: ContestEntry; readonly contenders: readonly string[] };

/** Returns whether the platform lets the identity that acts register the name. */
export const canRegister = (status: NameStatus): boolean =>
  status.kind === 'free' || (status.kind === 'contested' && isOpenEntry(status.entry));

/** Checks a label as it is typed: its letters, whether somebody has it, and its contest. */
export function useNameStatus(
  label: string,
  selected: SelectedType,
  state: ActingState,
  now: number,
): NameStatus {
  const reason = findLabelError(label);
  const normalized = normalizeLabel(label);
  const index = findContestedIndex(selected.type);
  const values =
    index && reason === undefined
      ? matchContested(index, { normalizedParentDomainName: PARENT, normalizedLabel: normalized })
      : undefined;
  const { value: found } = useRequest(
    async () =>
      reason === undefined ? { normalized, ownerId: (await findName(normalized))?.ownerId } : undefined,
    [normalized, reason, state.revision],
  );
  const contest = useContest(selected, values, state);
  if (label === '') return { kind: 'empty' };
  if (reason !== undefined) return { kind: 'invalid', reason };
  if (found?.normalized !== normalized) return { kind: 'checking' };
  if (found.ownerId !== undefined) return { kind: 'taken', ownerId: found.ownerId };
  if (values === undefined) return { kind: 'free' };
  if (contest === undefined) return { kind: 'checking' };
  return {
    kind: 'contested',
    entry: getContestEntry(contest, state.actor.id, now),
    contenders: contest.contenders,
  };
}
