import { integer, option, text, UsageError, type Values } from '../program/option.js';

const MAX_INTERVAL_SECONDS = 86_400;

function file(flag: string, about: string) {
  return option<string | undefined>({ flag, value: 'file', about, default: undefined, read: text });
}

/** Lists the options of where the chain is loaded from and saved to. */
export const stateOptions = {
  load: file('load', 'load the chain from this dump instead of the initial chain'),
  dumpOnExit: file('dump-on-exit', 'dump the chain to this file at exit'),
  state: file('state', 'load the chain from this file if it exists, and dump it there at exit'),
  stateInterval: option<number | undefined>({
    flag: 'state-interval',
    value: 'seconds',
    about: 'also dump the chain at this interval in seconds',
    default: undefined,
    read: integer(1, MAX_INTERVAL_SECONDS),
  }),
} as const;

/** Describes the files of a chain: where it comes from and goes to. */
export interface StateFiles {
  readonly from: string | undefined;
  /** True if the chain starts from the initial chain if there is no file to load. */
  readonly mayBeMissing: boolean;
  readonly to: string | undefined;
  readonly intervalSeconds: number | undefined;
}

/** Returns the files of the chain. @throws {UsageError} when flags exclude each other. */
export function stateFiles({
  load,
  dumpOnExit,
  state,
  stateInterval,
}: Values<typeof stateOptions>): StateFiles {
  if (state !== undefined && (load !== undefined || dumpOnExit !== undefined)) {
    throw new UsageError('--state cannot be combined with --load or --dump-on-exit, which it replaces');
  }
  const to = state ?? dumpOnExit;
  if (stateInterval !== undefined && to === undefined) {
    throw new UsageError('--state-interval requires --state or --dump-on-exit');
  }
  return { from: state ?? load, mayBeMissing: state !== undefined, to, intervalSeconds: stateInterval };
}
