import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Places of the program, from those of this module: in the bundle, compiled, and as source. */
const PROGRAMS = ['main.js', '../main.js', '../../bundle/main.js'];

/** Returns the path of the program, to run it in a process of its own. @throws {Error} where it is not built */
export function programPath(): string {
  const paths = PROGRAMS.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`dapikit is not built: none of ${paths.join(', ')} exists`);
  return found;
}
