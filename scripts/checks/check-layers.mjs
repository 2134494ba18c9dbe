// Checks each package against its `layers.json`: imports between folders go down, no modules import each other in a circle, imports of packages use the listed entry points, and these are those that the package exports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFolders, packageRules } from './layer-table.mjs';
import { folderOf, sourceModules } from './source-modules.mjs';

/**
 * Compares the imports between modules of a package with its table of layers.
 * @param modules as `sourceModules` lists them
 * @param layers areas and folders from top to bottom, as in `layers.json`
 * @returns {string[]} one line for each folder without a layer, each layer without a folder, and each import that is not downwards
 */
export function layerViolations(modules, layers) {
  const rankOf = new Map(listFolders(layers).map((folder, rank) => [folder, rank]));
  const folders = new Set(modules.map(({ file }) => folderOf(file)));
  return [
    ...[...folders]
      .filter((folder) => !rankOf.has(folder))
      .map((folder) => `${folder} has no layer in layers.json`),
    ...[...rankOf.keys()]
      .filter((folder) => !folders.has(folder))
      .map((folder) => `layers.json lists ${folder}, which does not exist`),
    ...modules.flatMap(({ file, imports }) =>
      imports
        .filter((imported) => !isDownwards(folderOf(file), folderOf(imported), rankOf))
        .map((imported) => `${file} imports ${imported}, which is not in a lower layer`),
    ),
  ];
}

function isDownwards(from, to, rankOf) {
  return from === to || (rankOf.get(from) ?? Infinity) < (rankOf.get(to) ?? -1);
}

/**
 * Finds modules that import each other in a circle, imports of types included.
 * @param modules as `sourceModules` lists them
 * @returns {string[]} one line for each circle: its modules in the order of their imports
 */
export function importCycles(modules) {
  const importsOf = new Map(modules.map(({ file, imports }) => [file, imports]));
  const finished = new Set();
  const cycles = [];
  const visit = (file, path) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || finished.has(file)) return;
    for (const imported of importsOf.get(file) ?? []) visit(imported, [...path, file]);
    finished.add(file);
  };
  for (const { file } of modules) visit(file, []);
  return cycles.map((cycle) => `modules import each other: ${cycle.join(' → ')}`);
}

/**
 * Compares the imports of modules from outside of their package with the table of the package.
 * @param modules as `sourceModules` lists them
 * @param rules the packages with their entry points, and the folders that may import Node, as in `layers.json`
 * @returns {string[]} one line for each import of a package, an entry point, another package's file or a module of Node that is not listed
 */
export function borderViolations(modules, { imports, node }) {
  const mayImportNode = (file) =>
    node === 'everywhere' || (node !== 'nowhere' && node.includes(folderOf(file)));
  return modules.flatMap(({ file, outside }) =>
    outside.flatMap((request) => {
      if (request.startsWith('node:'))
        return mayImportNode(file) ? [] : [`${file} imports ${request}: layers.json allows Node ${node}`];
      if (request.startsWith('.'))
        return isOfPackage(file, request) ? [`${file} imports ${request}, a file of another package`] : [];
      const [name, entry] = splitRequest(request);
      if (name === undefined || imports[name]?.includes(entry)) return [];
      const listed = imports[name] === undefined ? name : `${entry} of ${name}`;
      return [`${file} imports ${request}: layers.json does not list ${listed}`];
    }),
  );
}

/**
 * Compares the entry points of packages with those that they export, and with those that others import.
 * @param packages name, table (as in `layers.json`) and manifest (as in `package.json`) of each
 * @returns {string[]} one line for each entry point that is not exported, or not listed, and for each imported one that does not exist
 */
export function entryViolations(packages) {
  const entriesOf = new Map(
    packages.map(({ manifest, table }) => [manifest.name, Object.keys(table.entries)]),
  );
  return packages.flatMap(({ name, table, manifest }) => {
    const [listed, exported] = [Object.keys(table.entries), Object.keys(manifest.exports ?? {})];
    return [
      ...exported
        .filter((entry) => !listed.includes(entry))
        .map((entry) => `packages/${name}: package.json exports ${entry}: layers.json does not list it`),
      ...listed
        .filter((entry) => !exported.includes(entry))
        .map((entry) => `packages/${name}: layers.json lists ${entry}: package.json does not export it`),
      ...Object.entries(table.imports).flatMap(([other, entries]) =>
        entries
          .filter((entry) => entriesOf.get(other)?.includes(entry) !== true)
          .map((entry) => `packages/${name}: layers.json imports ${entry} of ${other}, which does not exist`),
      ),
    ];
  });
}

/** Tests for a path such as `../../proof/src/index.js`, seen from `src`: `fixtures` and generated files of the own package are others. */
function isOfPackage(file, request) {
  return /^\.\.\/\.\.\/(?!\.\.)/.test(posix.normalize(posix.join(posix.dirname(file), request)));
}

function splitRequest(request) {
  const [, name, entry] = /^(@dapikit\/[^/]+|dapikit)(\/.*)?$/.exec(request) ?? [];
  return [name, `.${entry ?? ''}`];
}

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../packages/', import.meta.url));
  const packages = [];
  for (const name of readdirSync(folder).toSorted()) {
    const table = join(folder, name, 'layers.json');
    if (!existsSync(table)) {
      console.error(`packages/${name}: layers.json is missing`);
      process.exitCode = 1;
      continue;
    }
    const rules = packageRules(read(table));
    packages.push({ name, table: rules, manifest: read(join(folder, name, 'package.json')) });
    const modules = sourceModules(join(folder, name, 'src'));
    const violations = [
      ...layerViolations(modules, rules.layers),
      ...importCycles(modules),
      ...borderViolations(modules, rules),
    ];
    for (const violation of violations) console.error(`packages/${name}: ${violation}`);
    if (violations.length > 0) process.exitCode = 1;
  }
  for (const violation of entryViolations(packages)) {
    console.error(violation);
    process.exitCode = 1;
  }
}
