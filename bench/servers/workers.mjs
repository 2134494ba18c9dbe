// This gateway as several processes that share a port, as `dapikit serve --workers` runs them.
import cluster from 'node:cluster';
import { start } from './dapikit-gateway.mjs';
import { report } from './report.mjs';

/** The processor time of this process in milliseconds. */
function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function answerOf(worker, message) {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.send(message);
  });
}

async function startWorkers({ stateDirectory, workers }) {
  const started = Array.from({ length: workers }, () => cluster.fork());
  await Promise.all(started.map((worker) => new Promise((resolve) => worker.once('message', resolve))));
  let urls;
  // One after the other: the first makes the certificate. Workers that ask for any port get the same one.
  for (const worker of started) urls = await answerOf(worker, { type: 'start', options: { stateDirectory } });
  return urls;
}

if (cluster.isPrimary) {
  report(startWorkers, {
    // Connections are accepted here, and handed over.
    cpuOfAll: async () => {
      const workers = Object.values(cluster.workers);
      const times = await Promise.all(workers.map((worker) => answerOf(worker, { type: 'cpu' })));
      return { milliseconds: times.reduce((sum, time) => sum + time, ownCpu()) };
    },
  });
} else {
  process.on('message', async ({ type, options }) => {
    if (type === 'start') process.send(await start(options));
    if (type === 'cpu') process.send(ownCpu());
  });
  process.send('ready');
}
