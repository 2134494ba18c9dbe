import { homedir } from 'node:os';
import { join } from 'node:path';

const NOWHERE = '/nonexistent';

/**
 * Returns `.dapikit` in the home of the user. A user that the system does not know, such as one that a service manager made for the service,
 * has none: writing there then fails with an error that names the setting for another folder.
 */
export function stateFolder(): string {
  return join(home(), '.dapikit');
}

function home(): string {
  try {
    // An empty HOME names the working folder.
    return homedir() || NOWHERE;
  } catch {
    return NOWHERE;
  }
}
