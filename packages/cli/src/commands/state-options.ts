import { integer, option, text, UsageError, type Values } from '../option.js';

const LONGEST_INTERVAL = 86_400;

function file(flag: string, about: string) {
  return option<string | undefined>({ flag, value: 'file', about, default: undefined, read: text });
}

/** Where the chain comes from, and where it is kept. */
export const stateOptions = {
  load: file('load', 'the chain of a dump, instead of one as it starts'),
  dumpOnExit: file('dump-on-exit', 'where the chain is dumped to when it is stopped'),
  state: file('state', 'both: the chain is loaded from there if it is there, and dumped to there'),
  stateInterval: option<number | undefined>({
    flag: 'state-interval',
    value: 'seconds',
    about: 'dumps the chain every so many seconds besides',
    default: undefined,
    read: integer(1, LONGEST_INTERVAL),
  }),
} as const;

/** The files of a chain: where it comes from and goes to. */
export interface StateFiles {
  readonly from: string | undefined;
  /** Whether the chain begins anew where there is no file to load. */
  readonly mayBeMissing: boolean;
  readonly to: string | undefined;
  readonly intervalSeconds: number | undefined;
}

/** @throws {UsageError} when flags do not go together. */
export function stateFiles({
  load,
  dumpOnExit,
  state,
  stateInterval,
}: Values<typeof stateOptions>): StateFiles {
  if (state !== undefined && (load !== undefined || dumpOnExit !== undefined)) {
    throw new UsageError('--state does what --load and --dump-on-exit do: give it alone, or the two');
  }
  const to = state ?? dumpOnExit;
  if (stateInterval !== undefined && to === undefined) {
    throw new UsageError('--state-interval goes with --state or --dump-on-exit, which say where to');
  }
  return { from: state ?? load, mayBeMissing: state !== undefined, to, intervalSeconds: stateInterval };
}
