// A plugin of esbuild that reads our packages from their TypeScript sources, and the files that they load by URL from the folder of the bundle.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PACKAGES = join(ROOT, 'packages');

const OWN = /^@dapikit\/([a-z-]+)(\/.+)?$/;
const URL_OF_FILE = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g;
const NAMED_IMPORT = /^import \{([^}]*)\} from '(@dapikit\/[^']+)';/gm;
const PASSED_ON = /^export \{([^}]*)\} from '([^']+)';/gm;
const STUDIO = "import.meta.resolve('@dapikit/studio/page/index.html')";

/**
 * Returns the plugin.
 *
 * A URL of a `.js` file becomes that of the entry of the same name, one of `package.json` that of the bundle's package, one of another file
 * that of a copy beside the bundle; `files` collects them: the path of each by its name. A name of an entry point is imported from the module
 * that declares it: a chunk contains all modules that an entry point passes on, also where one of them is used.
 */
export function sourcePackages(files) {
  return {
    name: 'source-packages',
    setup(build) {
      build.onResolve({ filter: OWN }, ({ path }) => ({ path: sourceOf(path) }));
      build.onLoad({ filter: /packages[\\/][a-z-]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = withoutEntryPoints(text)
          .replace(
            URL_OF_FILE,
            (_, file) => `new URL('${placeOf(join(dirname(path), file), files)}', import.meta.url)`,
          )
          .replace(STUDIO, "new URL('./studio/index.html', import.meta.url).href");
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Returns the source of an entry point of a package: that of its declarations. */
export function sourceOf(specifier) {
  const [, name, sub = ''] = OWN.exec(specifier) ?? [];
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
  const types = exports[`.${sub}`]?.types;
  if (types === undefined) throw new Error(`${specifier} is no entry point of ${name}`);
  return join(PACKAGES, name, types.replace(/^\.\/dist\/(?:modules\/)?/, 'src/').replace(/\.d\.ts$/, '.ts'));
}

/** Returns the text of a module with names imported from where they are declared, instead of from the entry point that passes them on. */
function withoutEntryPoints(text) {
  return text.replace(NAMED_IMPORT, (_, names, specifier) => {
    const modules = declarations(sourceOf(specifier));
    const imports = names.split(',').flatMap((each) => {
      const [name, local = name] = each.trim().split(' as ');
      if (name === '' || name.startsWith('type ')) return [];
      const { file, exported } = modules.get(name) ?? { file: specifier, exported: name };
      return [`import { ${exported} as ${local} } from ${JSON.stringify(file)};`];
    });
    return imports.join(' ');
  });
}

const declarationsOf = new Map();

/** Returns the module and the name there of each name that an entry point passes on. */
function declarations(entry) {
  const known = declarationsOf.get(entry);
  if (known !== undefined) return known;
  const found = new Map();
  for (const [, names, request] of readFileSync(entry, 'utf8').matchAll(PASSED_ON))
    for (const each of names.split(',').map((name) => name.trim())) {
      if (each === '' || each.startsWith('type ')) continue;
      const [exported, name = exported] = each.split(' as ');
      const file = request.startsWith('.') ? join(dirname(entry), request.replace(/\.js$/, '.ts')) : request;
      found.set(name, { file, exported });
    }
  declarationsOf.set(entry, found);
  return found;
}

function placeOf(path, files) {
  const name = basename(path);
  if (name === 'package.json') return '../package.json';
  if (!name.endsWith('.js')) files.set(name, path);
  return `./${name}`;
}
