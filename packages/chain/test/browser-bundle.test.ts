import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { recordedBlock } from './recorded.js';

const ENTRY = fileURLToPath(new URL('../src/browser.ts', import.meta.url));

/** Reads a block with what a browser has: no `process`, `Buffer` or modules of Node. */
const PROGRAM = `
import { blockHash, decodeBlock, decodePayload, merkleRootWithMutation, networkTransactionId } from ${JSON.stringify(ENTRY)};
import { verifyChainLock } from ${JSON.stringify(ENTRY)};
const read = (bytes) => {
  const { header, transactions } = decodeBlock(bytes);
  const { root } = merkleRootWithMutation(transactions.map(networkTransactionId));
  return { hash: blockHash(header), isRoot: root === header.merkleRoot, payload: decodePayload(transactions[0])?.kind };
};
globalThis.isLocked = verifyChainLock({ hash: '00'.repeat(32), height: 1, signature: '' }, []);
`;

/** The library of types for Node declares no value of this name. */
function webAssembly(): object {
  return Object.fromEntries(
    ['WebAssembly'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)?.value]),
  );
}

it('the entry point for browsers runs without Node', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `${PROGRAM}; globalThis.result = read(globalThis.bytes);`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    external: ['fs', 'path'],
  });
  const script = outputFiles[0]!.text;
  expect(script).not.toMatch(/from\s*["']node:/);
  const block = recordedBlock(646);
  const context = createContext({
    bytes: Uint8Array.from(Buffer.from(block.hex, 'hex')),
    TextEncoder,
    TextDecoder,
    ...webAssembly(),
    atob,
    setTimeout,
    window: {},
    document: {},
  });
  // Top-level await, as in a module.
  await runInContext(`(async () => { ${script} })()`, context);
  expect(context['result']).toEqual({ hash: block.hash, isRoot: true, payload: 'cbTx' });
  expect(context['isLocked']).toBe(false);
});
