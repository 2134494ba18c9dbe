import type { Server } from '../rpc/server.js';
import { ChainStatus } from './chain-status.js';
import { hrefOf } from './route.js';
import type { Tab } from './tabs.js';
import { ThemeChoice } from './theme-choice.js';

/** The name, the ways to the tabs, what chain this is, and how the page is lit. */
export function TopBar(props: {
  readonly tabs: readonly Tab[];
  readonly current: string | undefined;
  readonly server: Server | undefined;
}) {
  return (
    <header class="top-bar">
      <a class="top-bar-name" href={hrefOf(props.tabs[0]?.id ?? '')}>
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <path d="M9 9h9a7 7 0 0 1 0 14H9l1.2-4h7.3a3 3 0 0 0 0-6h-7.3z" fill="var(--on-accent)" />
        </svg>
        <span>dapikit</span>
      </a>
      <nav class="top-bar-tabs" aria-label="Parts of the studio">
        {props.tabs.map(({ id, label }) => (
          <a key={id} href={hrefOf(id)} aria-current={id === props.current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="top-bar-end">
        <ChainStatus server={props.server} />
        <ThemeChoice />
      </div>
    </header>
  );
}
