// The chain that development chains begin with, its quorums included: no process has to mine it, for it is read in a fifth of the time.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CHAIN = fileURLToPath(new URL('../../packages/chain', import.meta.url));

/** Returns the file by its path. A copy of the package without it mines the chain. */
export async function initialChain() {
  const copy = mkdtempSync(join(CHAIN, '.without-assets-'));
  try {
    cpSync(join(CHAIN, 'dist'), join(copy, 'dist'), { recursive: true });
    cpSync(join(CHAIN, 'package.json'), join(copy, 'package.json'));
    const { DevChain } = await import(pathToFileURL(join(copy, 'dist', 'index.js')).href);
    const chain = new DevChain({ mining: 'manual', instantSend: true, chainLocks: true });
    const dump = chain.dump();
    chain.close();
    return new Map([['packages/chain/assets/initial-chain.dump', dump]]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
