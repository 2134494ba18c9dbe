// A plugin of esbuild that reads our packages from their TypeScript sources, and the files that they load by URL from the folder of the bundle.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PACKAGES = join(ROOT, 'packages');

const OWN = /^@dapikit\/([a-z-]+)(\/.+)?$/;
const URL_OF_FILE = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g;
const STUDIO = "import.meta.resolve('@dapikit/studio/page/index.html')";

/**
 * Returns the plugin.
 *
 * A URL of a `.js` file becomes that of the entry of the same name, one of `package.json` that of the bundle's package, one of another file
 * that of a copy beside the bundle; `files` collects them: the path of each by its name.
 */
export function sourcePackages(files) {
  return {
    name: 'source-packages',
    setup(build) {
      build.onResolve({ filter: OWN }, ({ path }) => ({ path: sourceOf(path) }));
      build.onLoad({ filter: /packages[\\/][a-z-]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text
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

function placeOf(path, files) {
  const name = basename(path);
  if (name === 'package.json') return '../package.json';
  if (!name.endsWith('.js')) files.set(name, path);
  return `./${name}`;
}
