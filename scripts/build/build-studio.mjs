// Builds the page of @dapikit/studio to packages/studio/dist/page: files with a hash in their names, each compressed as well.
// With --static FOLDER, writes there a page that needs no server: for any host of files, below any path.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import { thirdPartyLicences } from '../release/third-party.mjs';
import { ROOT, sourcePackages } from './source-packages.mjs';

const studio = join(ROOT, 'packages', 'studio');
const source = join(studio, 'src');
/** Folder of the page. */
export const PAGE = join(studio, 'dist', 'page');
/** What it uses of other packages. */
const SOURCES = ['studio', 'contract', 'proof', 'protocol'].map((name) =>
  join(ROOT, 'packages', name, 'src'),
);

/** What is fetched before a tab can be used, compressed with gzip: the PAGE, its style and font, its code, but for the editor's. */
export const MOST_FIRST_BYTES = 330_000;
const EDITOR = 'packages/studio/src/editor/editor.ts';
const LEAST_COMPRESSED_BYTES = 500;
const MARKS = {
  main: '{{main}}',
  theme: '{{theme}}',
  style: '{{style}}',
  icon: '{{icon}}',
  font: '{{font}}',
  preload: '{{preload}}',
  policy: '{{policy}}',
};

/** The policy of a page whose host sends none: it loads its own files only, and runs no inline script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Builds the page, unless nothing was changed since. */
export async function buildStudio() {
  if (existsSync(join(PAGE, 'index.html')) && newest() <= statSync(join(PAGE, 'index.html')).mtimeMs) return;
  await writeStudio();
}

/** Builds the page. @returns the files that its code is made of, as esbuild names them */
export async function writeStudio() {
  const { files, inputs } = await makePage({ base: '/', policy: '' });
  await writePage(files);
  return inputs;
}

/** Writes a page with the tab of contracts alone into a folder, with the licences of others' code in it. */
export async function writeStaticStudio(folder) {
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY}" />`;
  const { files, inputs } = await makePage({ base: './', policy });
  const more = [
    { name: 'studio/server.json', bytes: Buffer.from('{"isStatic":true}\n') },
    { name: 'THIRD-PARTY-LICENCES.txt', bytes: Buffer.from(thirdPartyLicences(inputs)) },
  ];
  rmSync(folder, { recursive: true, force: true });
  for (const { name, bytes } of [...files, ...more]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

async function makePage({ base, policy }) {
  const { build } = await import('esbuild');
  const [code, style, theme, icon] = await Promise.all([
    buildCode(build),
    buildStyle(build),
    buildTheme(build),
    readFile(join(source, 'icon.svg')).then((bytes) => hashed('icon.svg', bytes)),
  ]);
  const { sheet, font } = style;
  const parts = { style: sheet, theme, icon, font };
  const html = { name: 'index.html', bytes: await writeHtml(code, parts, { base, policy }) };
  requireSmall(code, [sheet, font, theme, html]);
  return {
    files: [...code.files, sheet, font, theme, icon, html],
    inputs: [...code.inputs, ...style.inputs],
  };
}

function newest() {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  return Math.max(
    ...[...files, join(studio, 'package.json'), fileURLToPath(import.meta.url)].map(
      (file) => statSync(file).mtimeMs,
    ),
  );
}

async function buildCode(build) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { main: join(source, 'main.tsx') },
    outdir: join(PAGE, 'studio'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Contracts are shown as they were written.
    loader: { '.json': 'text' },
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    plugins: [sourcePackages(new Map())],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [nameOf(join(ROOT, path)), output]),
  );
  return {
    files: outputFiles.map(({ path, contents }) => ({ name: nameOf(path), bytes: Buffer.from(contents) })),
    outputs,
    inputs: Object.keys(metafile.inputs),
  };
}

/** What runs before the page is drawn: no module, as those wait for the page. */
async function buildTheme(build) {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'theme', 'first-theme.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  return hashed('theme.js', Buffer.from(outputFiles[0].contents));
}

/** The styles of all components in one: what they share comes first, then by name. */
async function buildStyle(build) {
  const names = readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.css'));
  const first = ['theme/tokens.css', 'theme/base.css'];
  const others = names.map((name) => name.replaceAll('\\', '/')).filter((name) => !first.includes(name));
  const contents = [...first, ...others.toSorted((a, b) => (a < b ? -1 : 1))]
    .map((name) => `@import './${name}';`)
    .join('\n');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    stdin: { contents, resolveDir: source, loader: 'css' },
    outdir: join(PAGE, 'studio'),
    bundle: true,
    loader: { '.woff2': 'file' },
    assetNames: '[name]-[hash]',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const [font, sheet] = ['.woff2', '.css'].map((end) => outputFiles.find(({ path }) => path.endsWith(end)));
  return {
    sheet: hashed('style.css', Buffer.from(sheet.contents)),
    font: { name: nameOf(font.path), bytes: Buffer.from(font.contents) },
    inputs: Object.keys(metafile.inputs),
  };
}

async function writeHtml({ outputs }, files, { base, policy }) {
  const main = entryNamed(outputs, 'packages/studio/src/main.tsx');
  const [first] = tabsOf(outputs);
  const preload = [...closure(outputs, [main, first])]
    .filter((name) => name !== main)
    .map((name) => `<link rel="modulepreload" href="${base}${name}" />`);
  const names = Object.entries(files).map(([mark, { name }]) => [mark, name]);
  let html = await readFile(join(source, 'index.html'), 'utf8');
  for (const [name, path] of [['main', main], ...names]) html = html.replace(MARKS[name], `${base}${path}`);
  return Buffer.from(html.replace(MARKS.preload, preload.join('\n    ')).replace(MARKS.policy, policy));
}

/** Max bytes of a tab apart from the editor. */
function requireSmall({ files, outputs }, others) {
  const sizes = new Map(files.map(({ name, bytes }) => [name, gzipSync(bytes).length]));
  const main = entryNamed(outputs, 'packages/studio/src/main.tsx');
  const rest = others.reduce((sum, { bytes }) => sum + gzipSync(bytes).length, 0);
  for (const tab of tabsOf(outputs)) {
    const first = [...closure(outputs, [main, tab])].reduce((sum, name) => sum + sizes.get(name), rest);
    if (first > MOST_FIRST_BYTES)
      throw new Error(
        `${outputs.get(tab).entryPoint}: ${first} bytes before it can be used, most ${MOST_FIRST_BYTES}`,
      );
    if (process.argv.includes('--sizes')) console.log(`${outputs.get(tab).entryPoint}: ${first} bytes`);
  }
}

/** The outputs of files named `-tab.tsx`, the first of the bar first. */
function tabsOf(outputs) {
  const names = [...outputs]
    .filter(([, { entryPoint }]) => entryPoint?.endsWith('-tab.tsx'))
    .map(([name]) => name);
  const order = readFileSync(join(source, 'shell', 'tabs.ts'), 'utf8');
  const place = (name) =>
    order.indexOf(outputs.get(name).entryPoint.split('/').at(-1).replace('.tsx', '.js'));
  return names.toSorted((a, b) => place(a) - place(b));
}

/** Outputs and what they import before they run. The editor is loaded later. */
function closure(outputs, names) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name) || outputs.get(name).entryPoint === EDITOR) return;
    found.add(name);
    for (const { path, kind } of outputs.get(name).imports)
      if (kind === 'import-statement') add(nameOf(join(ROOT, path)));
  };
  for (const name of names) add(name);
  return found;
}

function entryNamed(outputs, entryPoint) {
  return [...outputs].find(([, output]) => output.entryPoint === entryPoint)[0];
}

function nameOf(path) {
  return path.slice(PAGE.length + 1).replaceAll('\\', '/');
}

function hashed(name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  return { name: `studio/${name.replace('.', `-${hash}.`)}`, bytes };
}

async function writePage(files) {
  const fresh = `${PAGE}.${process.pid}`;
  mkdirSync(join(fresh, 'studio'), { recursive: true });
  await Promise.all(files.map((file) => writeCompressed(fresh, file)));
  rmSync(PAGE, { recursive: true, force: true });
  renameSync(fresh, PAGE);
}

async function writeCompressed(folder, { name, bytes }) {
  await writeFile(join(folder, name), bytes);
  if (bytes.length < LEAST_COMPRESSED_BYTES || name.endsWith('.woff2')) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--static');
  if (at === -1) await buildStudio();
  else await writeStaticStudio(resolve(process.argv[at + 1] ?? 'studio-static'));
}
