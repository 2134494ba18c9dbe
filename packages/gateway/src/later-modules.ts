import { loadInTurns } from './base/load-in-turns.js';
import { loadGrpcModules } from './grpc/load-grpc-server.js';

/** Modules that routes and methods load at their first use. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  async () => import('@dapikit/contract'),
  async () => import('./http-api/routes/contract-checks.js'),
  async () => import('./controls/platform/platform-errors.js'),
  async () => import('./base/platform-status/drive-status.js'),
];

/**
 * Loads the modules that a gateway loads otherwise at their first use, in several turns of the event loop. Where a file cannot be opened then, for want of
 * open files, Node keeps the failure, and each later use fails as well.
 */
export async function loadLaterModules(): Promise<void> {
  await loadGrpcModules();
  await loadInTurns(PARTS);
}
