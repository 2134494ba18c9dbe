import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts a server of bench/servers in a process of its own. */
export async function startServer(name, options) {
  const file = fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
  const child = fork(file, { execArgv: ['--expose-gc'], stdio: 'inherit' });
  const { urls } = await ask(child, { type: 'start', options });
  return {
    urls,
    /** The processor time that it has used, in milliseconds. */
    cpu: async () => (await ask(child, { type: 'cpu' })).milliseconds,
    memory: () => ask(child, { type: 'memory' }),
    count: async () => (await ask(child, { type: 'count' })).count,
    ask: (type) => ask(child, { type }),
    stop: () => child.disconnect(),
  };
}

function ask(child, message) {
  return new Promise((resolve, reject) => {
    const failed = (code) => reject(new Error(`a server of the benchmark stopped with ${code}`));
    child.once('exit', failed);
    child.once('message', (answer) => {
      child.off('exit', failed);
      resolve(answer);
    });
    child.send(message);
  });
}
