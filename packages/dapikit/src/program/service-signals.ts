/** Emits the signals of a process: `process` itself, or an emitter in tests. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
}

/**
 * Represents the signals of a service manager. The handlers stand from the construction on, so that a signal during the start neither ends the
 * process nor is lost: SIGHUP waits for {@link onReload}, SIGTERM and SIGINT end the start. SIGHUP behind them does nothing.
 */
export class ServiceSignals {
  /** Resolves at the first SIGTERM or SIGINT. */
  readonly stopped: Promise<void>;
  #reload: (() => void) | undefined;
  #isReloadPending = false;
  #isStopping = false;

  constructor(source: SignalSource) {
    this.stopped = new Promise((resolve) => {
      // Node passes the name of the signal.
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        source.on(signal, () => {
          this.#isStopping = true;
          resolve();
        });
    });
    source.on('SIGHUP', () => {
      if (this.#isStopping) return;
      if (this.#reload === undefined) this.#isReloadPending = true;
      else this.#reload();
    });
  }

  /** Sets the handler of SIGHUP, and calls it for a signal that came before. */
  onReload(reload: () => void): void {
    this.#reload = reload;
    if (!this.#isReloadPending) return;
    this.#isReloadPending = false;
    reload();
  }

  /**
   * Waits for a start.
   * @returns its result; `undefined` once a signal stops the service before
   * @throws what the start throws
   */
  async unlessStopped<T>(starting: Promise<T>): Promise<T | undefined> {
    return await Promise.race([starting, this.stopped.then(() => undefined)]);
  }
}
