import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { currentDraft } from '../contract/draft.js';
import { hrefOf } from '../shell/route.js';

/** Registers the contract that is being written on the local platform, and goes there. */
export function RegisterButton({ onRefused }: { readonly onRefused: (message: string) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const register = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { registerDraft } = await import('./register-draft.js');
      const id = await registerDraft(currentDraft().text);
      announce('The contract is registered');
      location.hash = hrefOf('platform', [id]);
    } catch (error) {
      onRefused(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <Button kind="primary" disabled={isBusy} onClick={() => void register()}>
      Register on the local platform
    </Button>
  );
}
