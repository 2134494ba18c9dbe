import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { createHref } from '../../navigation/route.js';
import { formatEstimate, formatFee } from '../../text/format-fee.js';
import { CreateIdentityButton } from '../actor/create-identity-button.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformActions, ActingState } from '../state/use-platform.js';

const MAX_OTHERS = 2;

/** Says that an identity contends now, and which others could join. */
export function JoinedNotice(props: {
  readonly selected: SelectedType;
  readonly state: ActingState;
  readonly actions: PlatformActions;
  /** In credits. */
  readonly fee: bigint;
  /** The ids of the contenders. */
  readonly contenders: readonly string[];
}) {
  const { selected, state, actions, fee, contenders } = props;
  const { contract, type } = selected;
  const others = state.identities
    .filter(({ id }) => id !== state.actor.id && !contenders.includes(id))
    .slice(0, MAX_OTHERS);
  return (
    <Notice kind="good" title="In the contest">
      <p>
        {formatFee(state.status.entryPrice)} went into the vote fund; the fee was {formatEstimate(fee)}.
      </p>
      <div class="row">
        {others.map(({ id, name }) => (
          <Button key={id} size="s" onClick={() => actions.actAs(id)}>
            Act as {name}
          </Button>
        ))}
        {others.length === 0 && <CreateIdentityButton state={state} actions={actions} kind="plain" />}
        <span class="muted">to contend for the same, or</span>
        <a href={createHref('platform', [contract.id, type.name, 'contests'])}>go to the contest</a>
      </div>
    </Notice>
  );
}
