/** Describes an output of a command: a stream, which may be a terminal. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** Describes where a command writes, and its environment; standard input is always that of the process. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}
