#!/usr/bin/env node
// Stands in the repository, so that npm can link it before anything is built. CommonJS starts sooner.
const nodeModule = require('node:module');
const path = require('node:path');
const { describeOldNode } = require('./node-version.cjs');

const CHECK = path.join(__dirname, '..', 'bundle', 'check.cjs');

const old = describeOldNode(process.versions.node);
if (old === undefined) run().catch(reportMissing);
else {
  process.stderr.write(`${old}\n`);
  process.exitCode = 2;
}

async function run() {
  // Editors, hooks and CI start a check again and again: it is a script of its own.
  if (process.argv[2] === 'check') require('./compiled-script.cjs').runCompiled(CHECK, hasChecked);
  else {
    // Node 22 and later keep compiled code for the next start.
    if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
    await import('../bundle/main.js');
  }
}

/** Exit code 2 is that of a command line or a file that cannot be read. */
function hasChecked() {
  return process.exitCode !== 2 && !['--help', '-h'].some((flag) => process.argv.includes(flag));
}

function reportMissing(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.path !== CHECK) throw error;
  process.stderr.write('dapikit: it is not built yet: npm ci && npm run build\n');
  process.exitCode = 2;
}
