// Bundles the command line with all our packages, from their sources: what `npm start` and `npx dapikit` run, and what a release contains.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStudio, PAGE } from './build-studio.mjs';
import { ROOT, sourcePackages } from './source-packages.mjs';

const PACKAGES = join(ROOT, 'packages');
const { optionalPeers } = JSON.parse(readFileSync(join(PACKAGES, 'dapikit', 'package.json'), 'utf8'));
export const BUNDLE = join(PACKAGES, 'dapikit', 'bundle');
/** Written last: a bundle without it is one whose build was killed. Its time is that before the build, since a source may change meanwhile. */
const BUILT = join(BUNDLE, '.built');

/** Programs, threads, and modules that other programs load. */
export const ENTRIES = {
  main: 'packages/dapikit/src/main.ts',
  'local-network': 'packages/dapikit/src/preload/local-network.ts',
  'local-evo-sdk': 'packages/dapikit/src/preload/local-evo-sdk.ts',
  'vite-plugin': 'packages/dapikit/src/preload/vite-plugin.ts',
  test: 'packages/dapikit/src/testing/index.ts',
  vitest: 'packages/dapikit/src/testing/vitest.ts',
  'evo-sdk': 'packages/dapikit/src/testing/evo-sdk.ts',
  'proof-thread': 'packages/gateway/src/grpc/upstream/proof-thread.ts',
  'contract-worker': 'packages/gateway/src/http-api/routes/contract-worker.ts',
};

/** `dapikit check` alone, whose compiled code is kept. */
const CHECK = 'packages/dapikit/src/check-program.ts';

/** Packages that are installed beside the bundle: compiled ones, those that start threads of their own, and what few need. */
export const EXTERNAL = ['lmdb', 'tinypool', ...Object.keys(optionalPeers)];

/** Defines what CommonJS modules expect. */
const COMMON_JS =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url); const __dirname = import.meta.dirname;";

/** A program that runs may still load a chunk of the bundle before. */
const OLD_CHUNK_MS = 24 * 60 * 60 * 1000;

/** Returns whether the bundle is there, and no source changed since. */
export const isBundled = () => existsSync(BUILT) && newestSource() <= statSync(BUILT).mtimeMs;

/** Does nothing where no source changed since. */
export async function bundleCli() {
  if (isBundled()) return;
  const started = new Date();
  rmSync(BUILT, { force: true });
  await buildStudio();
  await writeBundle(BUNDLE);
  writeFileSync(BUILT, '');
  utimesSync(BUILT, started, started);
  // `npm start` goes on in this process: esbuild's process would stay beside it.
  const { stop } = await import('esbuild');
  await stop();
}

/**
 * Writes the bundle to a folder, with the page of the studio.
 * @returns the metafile of esbuild, which names the inputs
 */
export async function writeBundle(folder, options = {}) {
  const { build } = await import('esbuild');
  const files = new Map();
  mkdirSync(folder, { recursive: true });
  const shared = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    external: EXTERNAL,
    plugins: [sourcePackages(files)],
    // Those of libraries are in a file of their own.
    legalComments: 'none',
    logLevel: 'warning',
  };
  const programs = build({
    ...shared,
    entryPoints: ENTRIES,
    outdir: folder,
    splitting: true,
    format: 'esm',
    banner: { js: COMMON_JS },
    chunkNames: '[name]-[hash]',
    metafile: true,
    ...options,
  });
  const check = build({
    ...shared,
    entryPoints: [CHECK],
    outfile: join(folder, 'check.cjs'),
    format: 'cjs',
    // The compiled code is smaller; stacks that can be read are those of main.js.
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'URL_OF_SCRIPT' },
    banner: { js: "const URL_OF_SCRIPT = require('node:url').pathToFileURL(__filename).href;" },
  });
  const [{ metafile }] = await Promise.all([programs, check]);
  for (const [name, path] of files) cpSync(path, join(folder, name), { recursive: true });
  rmSync(join(folder, 'studio'), { recursive: true, force: true });
  cpSync(PAGE, join(folder, 'studio'), { recursive: true });
  removeOldChunks(folder, new Set(Object.keys(metafile.outputs).map((path) => join(ROOT, path))));
  return metafile;
}

function removeOldChunks(folder, current) {
  const chunks = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const path of chunks.map((name) => join(folder, name)))
    if (!current.has(path) && statSync(path).mtimeMs < Date.now() - OLD_CHUNK_MS) rmSync(path);
}

function newestSource() {
  const folders = readdirSync(PACKAGES).flatMap((name) =>
    ['src', 'assets'].map((part) => join(PACKAGES, name, part)),
  );
  const present = [...folders, fileURLToPath(new URL('.', import.meta.url))].filter((folder) =>
    existsSync(folder),
  );
  const files = present.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  return Math.max(
    ...[join(ROOT, 'package-lock.json'), ...present, ...files].map((path) => statSync(path).mtimeMs),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleCli();
