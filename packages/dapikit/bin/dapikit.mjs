#!/usr/bin/env node
// Stands in the repository, so that npm can link it before anything is built.
import module from 'node:module';
import { join } from 'node:path';
import { describeOldNode } from './node-version.mjs';

const old = describeOldNode(process.versions.node);
if (old !== undefined) {
  process.stderr.write(`${old}\n`);
  process.exit(2);
}

const CHECK = join(import.meta.dirname, '..', 'bundle', 'check.cjs');

try {
  // Editors, hooks and CI start a check again and again: it is a script of its own.
  if (process.argv[2] === 'check')
    module
      .createRequire(import.meta.url)('./compiled-script.cjs')
      .runCompiled(CHECK);
  else {
    // Node 22 and later keep compiled code for the next start.
    module.enableCompileCache?.();
    await import('../bundle/main.js');
  }
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' && error?.path !== CHECK) throw error;
  process.stderr.write('dapikit: it is not built yet: npm ci && npm run build\n');
  process.exitCode = 2;
}
