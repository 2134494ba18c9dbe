import { useState } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { Button } from '../../components/button.js';
import { createIdentity } from '../state/identity.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';

/** Shows the button that creates an identity, which acts from then on. */
export function CreateIdentityButton(props: {
  readonly state: PlatformState;
  readonly actions: PlatformActions;
  readonly kind: 'primary' | 'plain' | 'quiet';
}) {
  const { state, actions, kind } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const create = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const { id, name } = await createIdentity(state.identities);
      actions.actAs(id);
      announce(`Created ${name}, who acts now`);
    } catch (failure) {
      const message = `No identity was created: ${failure instanceof Error ? failure.message : String(failure)}`;
      setError(message);
      announce(message);
    } finally {
      await actions.reload();
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button kind={kind} size="s" icon="plus" disabled={isBusy} onClick={() => void create()}>
        Create identity
      </Button>
      {error !== undefined && <span class="text-field-error">{error}</span>}
    </>
  );
}
