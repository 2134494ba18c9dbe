import type { DocumentTypeDescription } from '@dapikit/contract';
import { EmptyState } from '../components/empty-state.js';
import { hrefOf } from '../shell/route.js';
import { ContestCard } from './contest-card.js';
import { contestsOf } from './contest.js';
import { contestedIndexOf } from './contested-values.js';
import { refusalOf } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import { useAnswer } from './use-answer.js';
import type { Hands, World } from './world.js';

/** The contests of a contract: those that run, and how the others ended. */
export function ContestsView(props: {
  readonly inUse: TypeInUse;
  readonly types: readonly DocumentTypeDescription[];
  readonly world: World;
  readonly hands: Hands;
}) {
  const { inUse, types, world, hands } = props;
  const { contract } = inUse;
  const contested = types.find((type) => contestedIndexOf(type) !== undefined);
  const { value: contests, error } = useAnswer(
    () => contestsOf(contract.id, types),
    [contract, types, world.revision],
  );
  if (error !== undefined) return <RefusalNotice refusal={refusalOf(error)} />;
  if (contested === undefined)
    return (
      <EmptyState title="Nothing is contested in this contract">
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
          It begins when somebody creates a document of{' '}
          <a href={hrefOf('platform', [contract.id, contested.name, 'documents'])}>{contested.name}</a> with a
          value that is contested.
        </span>
      </EmptyState>
    );
  return (
    <div class="platform-stack">
      {contests.map((contest) => (
        <ContestCard key={contest.pollId} contest={contest} contract={contract} world={world} hands={hands} />
      ))}
    </div>
  );
}
