import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { announce } from '../components/announcer.js';
import { formatDash } from '../text/format-dash.js';
import { createIdentity } from './state/identity.js';
import type { PlatformActions, PlatformState } from './state/use-platform.js';

const MORE_NAMES = ['Dave', 'Erin', 'Frank', 'Grace', 'Heidi', 'Ivan', 'Judy'];

/** Shows the identities with their balances, and which one acts. */
export function ActorBar({
  state,
  actions,
}: {
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}) {
  const { identities, actor } = state;
  const [isBusy, setIsBusy] = useState(false);
  const names = new Set(identities.map(({ name }) => name));
  const next = MORE_NAMES.find((name) => !names.has(name)) ?? `Identity ${identities.length + 1}`;
  const add = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { id } = await createIdentity(next);
      await actions.reload();
      actions.actAs(id);
      announce(`Created ${next}, who acts now`);
    } catch (error) {
      announce(`Could not create an identity: ${error instanceof Error ? error.message : String(error)}`);
      await actions.reload();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div class="actor-bar" role="group" aria-label="Who acts">
      <span class="actor-bar-label">Act as</span>
      {identities.map(({ id, name, balance }) => (
        <button
          key={id}
          type="button"
          class="actor"
          aria-pressed={id === actor.id}
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
      <Button kind="quiet" size="s" icon="plus" disabled={isBusy} onClick={() => void add()}>
        {next}
      </Button>
    </div>
  );
}
