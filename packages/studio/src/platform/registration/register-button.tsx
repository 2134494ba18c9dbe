import { useState } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { Button } from '../../components/button.js';
import { getDraft } from '../../contract/draft.js';
import { createHref } from '../../navigation/route.js';

/** Shows the button that registers the draft on the local platform and opens it there. */
export function RegisterButton(props: {
  /** Gets the platform's message where it rejects the contract. */
  readonly onRejected: (message: string) => void;
  /** Called instead of registering, where the contract has errors. */
  readonly onErrors: (() => void) | undefined;
}) {
  const { onRejected, onErrors } = props;
  const [isBusy, setIsBusy] = useState(false);
  const register = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { registerDraft } = await import('./register-draft.js');
      const id = await registerDraft(getDraft().text);
      announce('The contract is registered');
      location.hash = createHref('platform', [id]);
    } catch (error) {
      onRejected(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <Button
      key={String(onErrors === undefined)}
      kind={onErrors === undefined ? 'primary' : 'plain'}
      disabled={isBusy}
      {...(onErrors && { title: 'Fix the errors listed under Diagnostics first' })}
      onClick={onErrors ?? (() => void register())}
    >
      Register on the local platform
    </Button>
  );
}
