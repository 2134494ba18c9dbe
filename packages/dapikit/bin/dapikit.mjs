#!/usr/bin/env node
// Stands in the repository, so that npm can link it before anything is built.
import module from 'node:module';

// Node 22 and later keep compiled code for the next start.
module.enableCompileCache?.();
try {
  await import('../bundle/main.js');
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('dapikit: it is not built yet: npm ci && npm run build\n');
  process.exitCode = 2;
}
