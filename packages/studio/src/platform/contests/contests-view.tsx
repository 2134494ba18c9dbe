import type { DocumentTypeDescription } from '@dapikit/contract';
import { EmptyState } from '../../components/empty-state.js';
import { createHref } from '../../navigation/route.js';
import { ContestCard } from './contest-card.js';
import { loadContests } from './contest.js';
import { findContestedIndex } from './contested-values.js';
import { readRejection } from '../values/rejection.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import type { SelectedType } from '../state/registered-contract.js';
import { useRequest } from '../../rpc/use-request.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';

/** Shows the contests of a contract, running and ended ones. */
export function ContestsView(props: {
  readonly selected: SelectedType;
  readonly types: readonly DocumentTypeDescription[];
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}) {
  const { selected, types, state, actions } = props;
  const { contract } = selected;
  const contested = types.find((type) => findContestedIndex(type) !== undefined);
  const { value: contests, error } = useRequest(
    () => loadContests(contract.id, types),
    [contract, types, state.revision],
  );
  if (error !== undefined) return <RejectionNotice rejection={readRejection(error)} />;
  if (contested === undefined)
    return (
      <EmptyState title="This contract has no contested index">
        <span>
          A unique index with <code>"contested"</code> lets masternodes vote on who gets a value.
        </span>
      </EmptyState>
    );
  if (contests === undefined) return null;
  if (contests.length === 0)
    return (
      <EmptyState title="No contest yet">
        <span>
          Create a document of{' '}
          <a href={createHref('platform', [contract.id, contested.name, 'documents'])}>{contested.name}</a>{' '}
          with a contested value to start one.
        </span>
      </EmptyState>
    );
  return (
    <div class="platform-stack">
      {contests.map((contest) => (
        <ContestCard
          key={contest.pollId}
          contest={contest}
          contract={contract}
          state={state}
          actions={actions}
        />
      ))}
    </div>
  );
}
