// `npm start`: makes the clone ready, then runs `dapikit dev` in this very process.
import module from 'node:module';
import { prepare } from './prepare.mjs';

const PARENT_POLL_MS = 500;

// Node 22 and later keep compiled code for the next start.
module.enableCompileCache?.();
await prepare({ dev: false });
stopWithParent();
process.argv.splice(2, 0, 'dev');
await import('../packages/dapikit/bundle/main.js');

/** npm does not pass every signal on: when it is gone, and its shell with it, the server stops as if it had been told to. */
function stopWithParent() {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_MS);
  poll.unref();
}
