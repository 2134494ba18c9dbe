// `npm start`: makes the clone ready, then runs `dapikit dev` in this very process.
import module from 'node:module';
import { prepare } from './prepare.mjs';

// Node 22 and later keep compiled code for the next start.
module.enableCompileCache?.();
await prepare({ dev: false });
process.argv.splice(2, 0, 'dev');
await import('../packages/dapikit/bundle/main.js');
