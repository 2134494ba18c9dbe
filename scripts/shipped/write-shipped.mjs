// Writes the files that are the same on every machine, and would take each of them seconds: git has them. With --check nothing is written: it fails
// where one is outdated, or where all of them together are too large. Requires `npm run build`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { initialChain } from './initial-chain.mjs';
import { initialTrees } from './initial-trees.mjs';
import { protobufModules } from './protobuf.mjs';
import { walletFunding } from './wallet-funding.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const MAX_BYTES = 2_000_000;

const files = new Map([
  ...(await protobufModules()),
  ...(await initialChain()),
  ...(await initialTrees()),
  ...walletFunding(),
]);
const outdated = [...files].filter(([path, content]) => !isCurrent(join(ROOT, path), Buffer.from(content)));
const bytes = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);

if (bytes > MAX_BYTES) fail(`the shipped files have ${bytes} bytes: at most ${MAX_BYTES}`);
if (process.argv.includes('--check')) {
  if (outdated.length > 0)
    fail(`outdated: ${outdated.map(([path]) => path).join(', ')}: run npm run shipped`);
} else {
  for (const [path, content] of outdated) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), content);
  }
}

function isCurrent(path, content) {
  return existsSync(path) && content.equals(readFileSync(path));
}

function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}
