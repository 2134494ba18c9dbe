// What every server process tells the benchmark: its addresses once it listens, its memory and time when it is
// asked, and what else it can.
/** Between two collections of garbage, where a benchmark asks for them. */
const COLLECT_MS = 50;

export function report(start, more = {}) {
  process.on('message', async ({ type, options }) => {
    if (type === 'start') process.send({ urls: await start(options) });
    if (type === 'memory') {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      process.send({ rss, heapUsed });
    }
    if (type === 'collect')
      process.send({ collects: setInterval(() => globalThis.gc(), COLLECT_MS).hasRef() });
    if (type === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send({ milliseconds: (user + system) / 1000 });
    }
    if (type in more) process.send(await more[type](options));
  });
  process.on('disconnect', () => process.exit());
}
