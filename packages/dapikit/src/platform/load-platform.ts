import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Modules of the platform, each with what it imports itself: a module is evaluated with all that it imports in one turn of the event
 * loop, all at once in some hundred milliseconds on a busy machine.
 */
const PARTS: readonly (() => Promise<unknown>)[] = [
  async () => import('@dapikit/contract'),
  async () => import('@dapikit/protocol/node'),
  async () => import('@dapikit/platform/check-contract'),
  async () => import('@dapikit/platform'),
];

/** Loads the package of the platform in several turns of the event loop. */
export async function loadPlatform(): Promise<void> {
  for (const part of PARTS) {
    await part();
    await nextTurn();
  }
}
