import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { announce } from '../components/announcer.js';
import { dashAmount } from '../contract/dash-amount.js';
import { createNamed } from './identity.js';
import type { Hands, World } from './world.js';

const MORE_NAMES = ['Dave', 'Erin', 'Frank', 'Grace', 'Heidi', 'Ivan', 'Judy'];

/** Who acts: everybody whose name is known with what they have. */
export function ActorBar({ world, hands }: { readonly world: World; readonly hands: Hands }) {
  const { identities, actor } = world;
  const [isBusy, setIsBusy] = useState(false);
  const names = new Set(identities.map(({ name }) => name));
  const next = MORE_NAMES.find((name) => !names.has(name)) ?? `Somebody ${identities.length + 1}`;
  const add = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { id } = await createNamed(next);
      await hands.reload();
      hands.actAs(id);
      announce(`${next} is there now, and acts`);
    } catch (error) {
      announce(`Nobody came: ${error instanceof Error ? error.message : String(error)}`);
      await hands.reload();
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
          onClick={() => hands.actAs(id)}
        >
          <span class="actor-face" aria-hidden="true">
            {name.charAt(0)}
          </span>
          <span>
            <strong>{name}</strong> <small>{dashAmount(balance)} DASH</small>
          </span>
        </button>
      ))}
      <Button kind="quiet" size="s" icon="plus" disabled={isBusy} onClick={() => void add()}>
        {next}
      </Button>
    </div>
  );
}
