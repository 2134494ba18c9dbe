/** Emits an error as a warning of the process: the default of `onError` options. */
export function emitWarning(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
