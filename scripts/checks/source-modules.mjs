// Reads what the modules of a package import and export, for the checks of its structure.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

const SOURCE = /\.tsx?$/;
const NO_SOURCE = /\.(test|d)\.tsx?$/;

/**
 * Lists the modules under a folder, tests and declarations left out.
 * @returns {{ file: string, imports: string[], outside: string[], declares: string[] }[]} paths relative to the folder: `imports` are the files of
 *   the folder that the module imports, types included, `outside` its requests for modules of packages, of Node and above the folder, and
 *   `declares` the names that it exports and declares itself (names that it only passes on are left out)
 */
export function sourceModules(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => SOURCE.test(file) && !NO_SOURCE.test(file))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const known = new Set(files);
  return files.map((file) => readModule(folder, file, known));
}

function readModule(folder, file, known) {
  const { module, errors } = parseSync(file, readFileSync(join(folder, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${join(folder, file)}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => literalAt(folder, file, moduleRequest)),
  ];
  const imports = requests.flatMap((request) => resolve(file, request, known));
  const outside = requests.filter((request) => !request.startsWith('.') || isAbove(file, request));
  const declares = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) =>
      moduleRequest === null && typeof exportName.name === 'string' ? [exportName.name] : [],
    ),
  );
  return {
    file: posix(file),
    imports: [...new Set(imports)],
    outside: [...new Set(outside)].filter((request) => request !== ''),
    declares: [...new Set(declares)],
  };
}

function isAbove(file, request) {
  return normalize(join(dirname(file), request)).startsWith('..');
}

function literalAt(folder, file, { start, end }) {
  const text = readFileSync(join(folder, file), 'utf8').slice(start, end);
  return /^['"](.*)['"]$/.exec(text)?.[1] ?? '';
}

/** Finds the source file of a relative request, such as `./chain.js`; nothing for another package or for what is no module. */
function resolve(file, request, known) {
  if (!request.startsWith('.')) return [];
  const path = normalize(join(dirname(file), request));
  const candidates = [path, path.replace(/\.jsx?$/, '.ts'), path.replace(/\.jsx?$/, '.tsx')];
  return candidates.filter((candidate) => known.has(candidate)).map(posix);
}

/** Tells the folder of a module: its path relative to `src`, `.` for the root. */
export function folderOf(file) {
  return posix(relative('.', dirname(file))) || '.';
}

function posix(path) {
  return path.split(sep).join('/');
}
