import { loadContest, type Contest } from './contest.js';
import { findContestedIndex } from './contested-values.js';
import type { SelectedType } from '../state/registered-contract.js';
import { useRequest } from '../../rpc/use-request.js';
import type { PlatformState } from '../state/use-platform.js';

/** Returns the contest about values, reloaded whenever they or the platform change; `undefined` without values, and until it is loaded. */
export function useContest(
  { contract, type }: SelectedType,
  values: readonly unknown[] | undefined,
  { revision }: PlatformState,
): Contest | undefined {
  const key = JSON.stringify([contract.id, type.name, values]);
  const { value } = useRequest(async () => {
    const index = findContestedIndex(type);
    if (index === undefined || values === undefined) return undefined;
    return { key, contest: await loadContest(contract.id, type.name, index, values) };
  }, [key, revision]);
  return value?.key === key ? value.contest : undefined;
}
