import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { announce } from './announcer.js';

const FEEDBACK_MS = 1_600;

/** Copies a text and reports the result. */
export function CopyButton(props: {
  /** Called when the button is pressed. */
  readonly text: () => string | Promise<string>;
  readonly label?: string;
  readonly size?: 'm' | 's';
  readonly icon?: 'copy' | 'link';
}) {
  const [state, setState] = useState<'' | 'Copied' | 'Could not copy'>('');
  const { label = 'Copy', size = 's', icon = 'copy', text } = props;
  const report = (next: 'Copied' | 'Could not copy'): void => {
    setState(next);
    announce(next);
    setTimeout(() => setState(''), FEEDBACK_MS);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      report('Copied');
    } catch {
      report('Could not copy');
    }
  };
  return (
    <Button size={size} icon={state === 'Copied' ? 'check' : icon} onClick={() => void copy()}>
      {state === '' ? label : state}
    </Button>
  );
}
