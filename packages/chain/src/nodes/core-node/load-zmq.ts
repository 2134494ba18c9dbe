import type * as Zmq from 'zeromq';
import { loadOptional } from '../../base/optional-package.js';

/**
 * Loads ZMQ, which is installed only where it is used.
 *
 * @param setting what needs it, as users write it
 * @throws {MissingPackageError} (rejects) where it is not installed
 */
export const loadZmq = async (setting: string): Promise<typeof Zmq> =>
  loadOptional(() => import('zeromq'), setting, 'zeromq@6');
