import type { Gateway, Metrics } from '@dapikit/gateway';
import type { Logger } from 'pino';
import type { CommandError } from '../program/command.js';
import type { ResolvedSettings } from '../settings/resolve-settings.js';

/** Describes a gateway in front of nodes, while it serves. */
export interface ServedGateway {
  readonly gateway: Gateway;
  /** Resolves with the reason where nothing can be served with these settings, as far as that shows only while it runs. */
  readonly failed: Promise<CommandError> | undefined;
  /** Reloads the settings. Errors are logged, and the current settings stay. Never fails. */
  reload(): Promise<void>;
  /** Gives whether all that was open is closed: else the process does not end by itself. */
  close(): Promise<boolean>;
}

/** Describes the parts of a served gateway apart from its settings. */
export interface ServeParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Returns the text of `/metrics` where that is more than the metrics of this process. */
  readonly metricsText?: () => Promise<string>;
  /** Reads the settings once more. */
  readonly resolve: () => ResolvedSettings & { readonly file: string | undefined };
}
