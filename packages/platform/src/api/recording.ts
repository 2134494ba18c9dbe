import { Trace } from '../execution/trace/trace.js';
import { AliasBook } from './aliases.js';
import type { PlatformOptions } from './platform-options.js';
import { RecentTransitions, unrecordedApi, type RecentApi } from './recent-api.js';
import type { StateApi } from './state-api.js';
import type { TransitionListener } from './transition-event.js';
import { observingCalls, type ObservableCalls } from './unsigned-calls.js';

/** Describes what a platform tells and keeps of its transitions. */
export interface Recording {
  /** Names the contracts and signers of the transitions. */
  readonly aliases: AliasBook;
  /** Gets the transitions; absent where nobody does, so that nothing is composed. */
  readonly onTransition: TransitionListener | undefined;
  /** Returns what records the steps of a signed transition; nothing where none are kept. */
  readonly startTrace: () => Trace | undefined;
  readonly api: RecentApi;
  /** Returns the same methods; a change to another state changes what is kept. */
  readonly following: <Methods extends StateApi>(methods: Methods) => Methods;
  /** Returns the same methods; unsigned calls tell how they ended. */
  readonly observing: <Methods extends ObservableCalls>(methods: Methods) => Methods;
}

/** Starts what the options ask for. A transition does not fail by what a listener throws. */
export function startRecording({
  recordsTransitions,
  onTransition: given,
}: Pick<PlatformOptions, 'recordsTransitions' | 'onTransition'>): Recording {
  const aliases = new AliasBook();
  const isOn = typeof recordsTransitions === 'function' ? recordsTransitions : () => true;
  const recent =
    recordsTransitions === undefined || recordsTransitions === false
      ? undefined
      : new RecentTransitions(Date.now);
  if (recent === undefined && given === undefined)
    return {
      aliases,
      onTransition: undefined,
      startTrace: () => undefined,
      api: unrecordedApi(),
      following: (methods) => methods,
      observing: (methods) => methods,
    };
  const onTransition: TransitionListener = (unnamed) => {
    try {
      const event = aliases.named(unnamed);
      if (isOn()) recent?.note(event);
      given?.(event);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
  return {
    aliases,
    onTransition,
    startTrace: () => (recent !== undefined && isOn() ? new Trace() : undefined),
    api: recent?.api() ?? unrecordedApi(),
    following: (methods) => recent?.following(methods) ?? methods,
    observing: (methods) => observingCalls(methods, onTransition),
  };
}
