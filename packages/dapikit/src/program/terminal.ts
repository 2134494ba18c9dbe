import type { ServiceSignals } from './service-signals.js';

/** Describes an output of a command: a stream, which may be a terminal. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** Describes where a command writes, its environment and its signals; standard input is always that of the process. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Signals of a service, heard since the start of the process; absent for commands that are no service. */
  readonly signals?: ServiceSignals;
}
