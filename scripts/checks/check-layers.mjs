// Checks that imports inside each package go to the same folder or to a lower layer, as `packages/*/layers.json` says.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf, sourceModules } from './source-modules.mjs';

/**
 * Compares the imports between modules with a table of layers.
 * @param modules as `sourceModules` lists them
 * @param layers folders by layer, lowest first
 * @returns {string[]} one line for each folder without a layer, each layer entry without a folder, and each import that is not downwards
 */
export function layerViolations(modules, layers) {
  const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((folder) => [folder, layer])));
  const folders = new Set(modules.map(({ file }) => folderOf(file)));
  const repeated = layers.flat().filter((folder, at, all) => all.indexOf(folder) !== at);
  return [
    ...repeated.map((folder) => `${folder} is listed twice in layers.json`),
    ...[...folders]
      .filter((folder) => !layerOf.has(folder))
      .map((folder) => `${folder} has no layer in layers.json`),
    ...[...layerOf.keys()]
      .filter((folder) => !folders.has(folder))
      .map((folder) => `layers.json lists ${folder}, which does not exist`),
    ...modules.flatMap(({ file, imports }) =>
      imports
        .filter((imported) => !isDownwards(folderOf(file), folderOf(imported), layerOf))
        .map((imported) => `${file} imports ${imported}, which is not in a lower layer`),
    ),
  ];
}

function isDownwards(from, to, layerOf) {
  return from === to || (layerOf.get(from) ?? Infinity) > (layerOf.get(to) ?? -1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
  for (const name of readdirSync(packages).toSorted()) {
    const table = join(packages, name, 'layers.json');
    if (!existsSync(table)) {
      console.error(`packages/${name}: layers.json is missing`);
      process.exitCode = 1;
      continue;
    }
    const { layers } = JSON.parse(readFileSync(table, 'utf8'));
    const violations = layerViolations(sourceModules(join(packages, name, 'src')), layers);
    for (const violation of violations) console.error(`packages/${name}: ${violation}`);
    if (violations.length > 0) process.exitCode = 1;
  }
}
