import { placeOfError } from '../settings/resolve-settings.js';
import type { ServeValues } from '../settings/settings-table.js';
import type { ServeParts } from './served-gateway.js';
import { changesOf, flagsOf, isReloadable } from './settings-changes.js';

/** Changes what is served. @param changed names of the settings that differ */
export type ApplySettings = (next: ServeValues, changed: readonly string[]) => Promise<void>;

/** Reads settings again, and applies those that need no restart: one reload after another. */
export class SettingsReload {
  readonly #parts: ServeParts;
  readonly #apply: ApplySettings;
  #values: ServeValues;
  #reloading: Promise<void> = Promise.resolve();

  constructor(values: ServeValues, parts: ServeParts, apply: ApplySettings) {
    this.#values = values;
    this.#parts = parts;
    this.#apply = apply;
  }

  /** Reloads the settings behind a reload that runs. Errors are logged, and the current settings stay. Never fails. */
  reload(): Promise<void> {
    this.#reloading = this.#reloadAfter(this.#reloading);
    return this.#reloading;
  }

  /** Waits for the last reload. */
  async ended(): Promise<void> {
    await this.#reloading;
  }

  async #reloadAfter(former: Promise<void>): Promise<void> {
    const { log, metrics, resolve } = this.#parts;
    await former;
    try {
      const { values: wanted, errors, file, text } = resolve();
      for (const error of errors)
        log.error(
          { error: error.message, at: placeOfError(error, file, text) ?? file },
          'settings not reloaded',
        );
      if (errors.length === 0) await this.#take(wanted);
      metrics.reloaded(errors.length === 0 ? 'applied' : 'rejected');
    } catch (error) {
      metrics.reloaded('rejected');
      log.error({ err: error }, 'settings not reloaded');
    }
  }

  async #take(wanted: ServeValues): Promise<void> {
    const { log } = this.#parts;
    const changed = changesOf(this.#values, wanted);
    const restart = changed.filter((name) => !isReloadable(name, this.#values, wanted));
    const running: Readonly<Record<string, unknown>> = this.#values;
    const next = { ...wanted, ...Object.fromEntries(restart.map((name) => [name, running[name]])) };
    await this.#apply(next, changed);
    log.level = next.logLevel;
    this.#values = next;
    log.info({ changed: flagsOf(changed.filter((name) => !restart.includes(name))) }, 'settings reloaded');
    if (restart.length > 0)
      log.warn({ settings: flagsOf(restart) }, `restart needed to apply: ${flagsOf(restart).join(', ')}`);
  }
}
