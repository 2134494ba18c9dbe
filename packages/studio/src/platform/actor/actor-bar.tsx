import { formatDash } from '../../text/format-dash.js';
import { CreateIdentityButton } from './create-identity-button.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';

/** Shows the identities with their balances, and which one acts. */
export function ActorBar({
  state,
  actions,
}: {
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}) {
  const { identities, actor } = state;
  return (
    <div class="actor-bar" role="group" aria-label="Who acts">
      <span class="actor-bar-label">
        {actor === undefined ? 'This page has no identity yet: the first registration creates one' : 'Act as'}
      </span>
      {identities.map(({ id, name, balance }) => (
        <button
          key={id}
          type="button"
          class="actor"
          aria-pressed={id === actor?.id}
          title={id}
          onClick={() => actions.actAs(id)}
        >
          <span class="actor-face" aria-hidden="true">
            {name.charAt(0)}
          </span>
          <span>
            <strong>{name}</strong> <small>{formatDash(balance)} DASH</small>
          </span>
        </button>
      ))}
      <CreateIdentityButton state={state} actions={actions} kind="quiet" />
    </div>
  );
}
