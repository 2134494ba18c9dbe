import { useState } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { Button } from '../../components/button.js';
import { changeDraft } from '../../contract/draft.js';
import { createHref } from '../../navigation/route.js';

/** Shows the button that registers an update as the owner of the contract, and opens it. */
export function UpdateButton(props: {
  readonly contractId: string;
  readonly text: string;
  /** True if the update changes nothing. */
  readonly isSame: boolean;
  /** Gets the platform's message where it rejects the update. */
  readonly onRejected: (message: string) => void;
}) {
  const { contractId, text, isSame, onRejected } = props;
  const [isBusy, setIsBusy] = useState(false);
  const update = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { registerUpdate } = await import('./register-draft.js');
      await registerUpdate(contractId, text);
      changeDraft({ baseline: text });
      announce('The update is registered');
      location.hash = createHref('platform', [contractId]);
    } catch (error) {
      onRejected(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <Button kind="primary" disabled={isBusy || isSame} onClick={() => void update()}>
      Register the update
    </Button>
  );
}
