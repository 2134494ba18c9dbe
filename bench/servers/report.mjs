// What every server process tells the benchmark: its addresses once it listens, its memory and time when it is
// asked, and what else it can.
export function report(start, more = {}) {
  process.on('message', async ({ type, options }) => {
    if (type === 'start') process.send({ urls: await start(options) });
    if (type === 'memory') {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      process.send({ rss, heapUsed });
    }
    if (type === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send({ milliseconds: (user + system) / 1000 });
    }
    if (type in more) process.send(await more[type](options));
  });
  process.on('disconnect', () => process.exit());
}
