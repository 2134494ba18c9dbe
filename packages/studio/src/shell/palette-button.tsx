import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../components/icon.js';
import type { Tab } from '../navigation/tab.js';
import type { Server } from '../rpc/server.js';

interface PaletteProps {
  readonly tabs: readonly Tab[];
  readonly server: Server;
  readonly onClose: () => void;
}

/** Shows a button that opens the command palette, as Ctrl-K or Cmd-K does. Its code is loaded then. */
export function PaletteButton({ tabs, server }: Omit<PaletteProps, 'onClose'>) {
  const [palette, setPalette] = useState<{ readonly view: ComponentType<PaletteProps> }>();
  const open = (): void =>
    void import('../palette/command-palette.js').then(({ CommandPalette }) =>
      setPalette({ view: CommandPalette }),
    );
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  }, []);
  const View = palette?.view;
  return (
    <>
      <button
        type="button"
        class="palette-button"

        title="Go to … (Ctrl K)"
        onClick={open}
      >
        <Icon name="search" size={16} />
        <span>Go to …</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {View && <View tabs={tabs} server={server} onClose={() => setPalette(undefined)} />}
    </>
  );
}
