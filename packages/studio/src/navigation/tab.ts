import type { ComponentType } from 'preact';
import type { Server } from '../rpc/server.js';
import type { Route } from './route.js';

/** Describes the properties of every tab. */
export interface TabProps {
  readonly route: Route;
  readonly server: Server;
}

/** Describes a part of the studio, whose code is loaded when it is opened. */
export interface Tab {
  /** Its name in the address: `#/contract`. */
  readonly id: string;
  readonly label: string;
  /** Returns whether a server offers it; every server does when absent. */
  readonly isFor?: (server: Server) => boolean;
  readonly load: () => Promise<{ readonly default: ComponentType<TabProps> }>;
  /** Loads the code that the tab itself loads later. */
  readonly loadRest?: () => Promise<unknown>;
}
