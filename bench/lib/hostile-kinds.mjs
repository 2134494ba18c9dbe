// The kinds of hostile traffic. Each file of bench/hostile-kinds exports `kinds`, by name:
//   each(target)              what one connection does until it is closed; it is repeated at once
//   all(target, connections)  instead: what all connections do together; it is repeated
//   connections               how many there are; 1 and 8 when left out
//   server, options           the server of bench/servers that is attacked, and its options; `limited` when left out
// `target` has `url`, and `plain` with host and port.
import { readdirSync } from 'node:fs';

const FOLDER = new URL('../hostile-kinds/', import.meta.url);

/** Returns all kinds by their names. */
export async function hostileKinds() {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs'));
  const modules = await Promise.all(files.toSorted().map(async (file) => import(new URL(file, FOLDER))));
  return Object.assign({}, ...modules.map(({ kinds }) => kinds));
}
