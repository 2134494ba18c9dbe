// Mines the chain that development chains begin with, its quorums included, so that no process has to: it is read in a fifth of the time.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages', 'chain', 'dist');
const chainFile = join(folder, 'initial-chain.dump');
const compiled = join(folder, '.tsbuildinfo');

/** Does nothing where nothing was compiled since. */
export async function writeInitialChain() {
  if (existsSync(chainFile) && statSync(chainFile).mtimeMs >= statSync(compiled).mtimeMs) return;
  // Where it is missing, a chain is mined.
  rmSync(chainFile, { force: true });
  const { DevChain } = await import(pathToFileURL(join(folder, 'index.js')).href);
  const chain = new DevChain({ mining: 'manual', instantSend: true, chainLocks: true });
  writeFileSync(chainFile, chain.dump());
  chain.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeInitialChain();
