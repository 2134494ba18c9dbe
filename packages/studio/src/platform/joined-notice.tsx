import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { hrefOf } from '../shell/route.js';
import { feeWords } from './fee-words.js';
import type { TypeInUse } from './registered-contract.js';
import type { Hands, World } from './world.js';

const MOST_OTHERS = 2;

/** That somebody contends now, who could join, and where the contest is. */
export function JoinedNotice(props: {
  readonly inUse: TypeInUse;
  readonly world: World;
  readonly hands: Hands;
  /** In credits. */
  readonly fee: bigint;
}) {
  const { inUse, world, hands, fee } = props;
  const { contract, type } = inUse;
  const others = world.identities.filter(({ id }) => id !== world.actor.id).slice(0, MOST_OTHERS);
  return (
    <Notice kind="good" title="In the contest">
      <p>
        {feeWords(world.status.entryPrice)} went into its fund; the fee was {feeWords(fee)}.
      </p>
      <div class="row">
        {others.map(({ id, name }) => (
          <Button key={id} size="s" onClick={() => hands.actAs(id)}>
            Act as {name}
          </Button>
        ))}
        <span class="muted">to contend for the same, or</span>
        <a href={hrefOf('platform', [contract.id, type.name, 'contests'])}>go to the contest</a>
      </div>
    </Notice>
  );
}
