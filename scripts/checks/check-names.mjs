// Checks that no two modules of a package declare the same exported name: one name, one meaning. A module of browsers (`x.browser.ts`)
// takes the place of another and declares what that declares.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceModules } from './source-modules.mjs';

/**
 * Finds the exported names that several modules declare.
 * @param modules as `sourceModules` lists them
 * @returns {{ name: string, files: string[] }[]} sorted by name
 */
export function duplicateNames(modules) {
  const declaredIn = new Map();
  for (const { file, declares } of modules.filter((module) => !module.file.endsWith('.browser.ts'))) {
    for (const name of declares) declaredIn.set(name, [...(declaredIn.get(name) ?? []), file]);
  }
  return [...declaredIn]
    .filter(([name, files]) => name !== 'default' && files.length > 1)
    .map(([name, files]) => ({ name, files }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
  for (const name of readdirSync(packages).toSorted()) {
    for (const duplicate of duplicateNames(sourceModules(join(packages, name, 'src')))) {
      console.error(`packages/${name}: ${duplicate.name} is declared in ${duplicate.files.join(', ')}`);
      process.exitCode = 1;
    }
  }
}
