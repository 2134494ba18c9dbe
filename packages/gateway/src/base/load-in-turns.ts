import { setImmediate as nextTurn } from 'node:timers/promises';

/** Loads parts one after the other, each in a turn of the event loop of its own. @throws (rejects) what the first of them throws */
export async function loadInTurns(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) {
    await part();
    await nextTurn();
  }
}
