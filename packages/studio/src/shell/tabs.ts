import type { ComponentType } from 'preact';
import type { Server } from '../rpc/server.js';
import type { Route } from './route.js';

/** What every tab is given. */
export interface TabProps {
  readonly route: Route;
  readonly server: Server;
}

/** A part of the studio. Its code is loaded when it is looked at. */
export interface Tab {
  /** What stands in the address: `#/contract`. */
  readonly id: string;
  readonly label: string;
  /** Whether it is there on this server; everywhere, unless said otherwise. */
  readonly isFor?: (server: Server) => boolean;
  readonly load: () => Promise<{ readonly default: ComponentType<TabProps> }>;
}

/** The parts of the studio, in the order of the bar. The first is shown where the address names none. */
export const tabs: readonly Tab[] = [
  { id: 'contract', label: 'Contract', load: () => import('../contract/contract-tab.js') },
  {
    id: 'platform',
    label: 'Platform',
    isFor: ({ platform }) => platform,
    load: () => import('../platform/platform-tab.js'),
  },
  { id: 'chain', label: 'Chain', load: () => import('../chain/chain-tab.js') },
  { id: 'console', label: 'Console', load: () => import('../console/console-tab.js') },
];
