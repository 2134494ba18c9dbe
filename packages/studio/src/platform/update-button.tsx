import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { changeDraft } from '../contract/draft.js';
import { hrefOf } from '../shell/route.js';

/** Registers the update of a contract of the local platform as its owner, and goes there. */
export function UpdateButton(props: {
  readonly contractId: string;
  readonly text: string;
  readonly onRefused: (message: string) => void;
}) {
  const { contractId, text, onRefused } = props;
  const [isBusy, setIsBusy] = useState(false);
  const update = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { registerUpdate } = await import('./register-draft.js');
      await registerUpdate(contractId, text);
      changeDraft({ registered: text });
      announce('The update is registered');
      location.hash = hrefOf('platform', [contractId]);
    } catch (error) {
      onRefused(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <Button kind="primary" disabled={isBusy} onClick={() => void update()}>
      Register the update
    </Button>
  );
}
