import { useEffect, useRef } from 'preact/hooks';
import { scrollRow } from '../components/scroll-row.js';
import type { Server } from '../rpc/server.js';
import { ChainStatus } from './chain-status.js';
import { createHref } from '../navigation/route.js';
import type { Tab } from '../navigation/tab.js';
import { PaletteButton } from './palette-button.js';
import { PlatformHeight } from './platform-height.js';
import { ThemeChoice } from './theme-choice.js';

/** Shows the name, the tabs, the state of the chain and the theme button. */
export function TopBar(props: {
  readonly tabs: readonly Tab[];
  readonly current: string | undefined;
  readonly server: Server | undefined;
}) {
  const row = useRef<HTMLElement>(null);
  // A phone does not show all tabs at once.
  useEffect(() => scrollRow(row.current, '[aria-current="page"]'), [props.current, props.tabs]);
  return (
    <header class="top-bar">
      <a class="top-bar-name" href={createHref(props.tabs[0]?.id ?? '')}>
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <path d="M9 9h9a7 7 0 0 1 0 14H9l1.2-4h7.3a3 3 0 0 0 0-6h-7.3z" fill="var(--on-accent)" />
        </svg>
        <span>dapikit</span>
      </a>
      <nav class="top-bar-tabs" ref={row} aria-label="Parts of the studio">
        {props.tabs.map(({ id, label }) => (
          <a key={id} href={createHref(id)} aria-current={id === props.current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="top-bar-end">
        {props.server && <PaletteButton tabs={props.tabs} server={props.server} />}
        {props.server?.isStatic === false && <ChainStatus server={props.server} />}
        <PlatformHeight isOffered={props.server?.platform === true} />
        <ThemeChoice />
      </div>
    </header>
  );
}
