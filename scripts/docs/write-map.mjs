// Writes the map of ARCHITECTURE.md from `layers.json` of each package. With --check nothing is written: it fails if the map is outdated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listLayers, packageRules } from '../checks/layer-table.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'ARCHITECTURE.md');
const MAP = /(?<=<!-- map: written by npm run docs -->\n)[\s\S]*?(?=<!-- end of the map -->)/;

/**
 * Returns the map of packages as a block of Markdown.
 * @param tables the contents of `layers.json` by the name of the package, the package that imports most first
 * @returns {string} a line for each package, area and folder with its purpose
 */
export function architectureMap(tables) {
  const lines = tables.flatMap(([name, { purpose, layers }]) => [
    { path: `${name}/`, purpose, depth: 0 },
    ...listLayers(layers)
      .filter(({ folder, hasFiles }) => folder !== '.' && !(hasFiles && isOwnFiles(folder, layers)))
      .map(({ folder, purpose, depth }) => ({
        path: `${folder.split('/').at(-1)}/`,
        purpose,
        depth: depth + 1,
      })),
  ]);
  const text = lines.map(
    ({ path, purpose, depth }) => `${`${'  '.repeat(depth)}${path}`.padEnd(26)} ${purpose}`,
  );
  return `\n\`\`\`text\n${text.join('\n')}\n\`\`\`\n\n`;
}

/** Tests for the files of an area itself, which the line of the area stands for. */
function isOwnFiles(folder, layers) {
  const layer = folder.split('/').reduce((within, name) => within?.[name]?.layers ?? within?.[name], layers);
  return typeof layer === 'object';
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
