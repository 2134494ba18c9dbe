// Builds the trees of a platform without state, so that the first proof of a store does not have to: they are read in a fifth of the time.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');
const folder = join(packages, 'platform', 'dist');
const treesFile = join(folder, 'initial-trees.bin');
/** The structure comes from the proof package, and its keys from that of the wire format. */
const compiled = ['platform', 'proof', 'protocol'].map((name) =>
  join(packages, name, 'dist', '.tsbuildinfo'),
);

/** Does nothing where nothing was compiled since. */
export async function writeInitialTrees() {
  const written = existsSync(treesFile) ? statSync(treesFile).mtimeMs : 0;
  if (compiled.every((file) => written >= statSync(file).mtimeMs)) return;
  // Where it is missing, the trees are built with the first proof.
  rmSync(treesFile, { force: true });
  const module = pathToFileURL(join(folder, 'trees', 'state-tree', 'initial-trees.js')).href;
  const { buildInitialTrees, encodeTreeNodes } = await import(module);
  writeFileSync(treesFile, encodeTreeNodes(await buildInitialTrees()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeInitialTrees();
