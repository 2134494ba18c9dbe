// Writes the map of ARCHITECTURE.md from `layers.json` of each package. With --check nothing is written: it fails if the map is outdated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRules } from '../checks/layer-table.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'ARCHITECTURE.md');
const MAP = /(?<=<!-- map: written by npm run docs -->\n)[\s\S]*?(?=<!-- end of the map -->)/;

const WIDTH = 110;

/**
 * Returns the map of packages as a block of Markdown: areas with their purpose, and the names of folders, whose purposes are in `layers.json`.
 * @param tables the contents of `layers.json` by the name of the package, the package that imports most first
 */
export function architectureMap(tables) {
  const lines = tables.flatMap(([name, { purpose, layers }]) => [
    `${`${name}/`.padEnd(18)} ${purpose}`,
    ...describeLayers(layers),
  ]);
  return `\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n\n`;
}

/** Describes the areas of a package, each with the names of its folders; of a package that is not divided into areas, the names of its folders. */
function describeLayers(layers) {
  const named = Object.entries(layers).filter(([name]) => name !== '.');
  const areas = named.filter(([, layer]) => typeof layer !== 'string');
  if (areas.length * 2 < named.length) return wrapNames(named.map(([name]) => name));
  return named.flatMap(([name, layer]) => [
    `  ${`${name}/`.padEnd(16)} ${typeof layer === 'string' ? layer : layer.purpose}`,
    ...(typeof layer === 'string'
      ? []
      : wrapNames(Object.keys(layer.layers).filter((folder) => folder !== '.'))),
  ]);
}

function wrapNames(names) {
  const lines = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length + 2 <= WIDTH)
      lines[lines.length - 1] = `${last} ${name}/`;
    else lines.push(`${' '.repeat(18)} ${name}/`);
  }
  return lines;
}

/** Sorts packages so that each stands before those that it imports. */
function topFirst(tables) {
  const ranked = [];
  const left = new Map(tables);
  while (left.size > 0) {
    const imported = new Set([...left.values()].flatMap(({ imports }) => Object.keys(imports)));
    const free = [...left.keys()].filter((name) => !imported.has(`@dapikit/${name}`));
    if (free.length === 0) throw new Error(`packages import each other: ${[...left.keys()].join(', ')}`);
    for (const name of free) {
      ranked.push([name, left.get(name)]);
      left.delete(name);
    }
  }
  return ranked;
}

function readTables() {
  const packages = join(ROOT, 'packages');
  return readdirSync(packages)
    .filter((name) => existsSync(join(packages, name, 'layers.json')))
    .map((name) => [
      name,
      packageRules(JSON.parse(readFileSync(join(packages, name, 'layers.json'), 'utf8'))),
    ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = readFileSync(PAGE, 'utf8');
  if (!MAP.test(page)) throw new Error('ARCHITECTURE.md has no place for the map');
  const written = page.replace(MAP, () => architectureMap(topFirst(readTables())));
  if (written === page) process.exit();
  if (process.argv.includes('--check')) {
    console.error('the map of ARCHITECTURE.md is outdated: run npm run docs');
    process.exitCode = 1;
  } else writeFileSync(PAGE, written);
}
