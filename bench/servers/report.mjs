// What every server process tells the benchmark: its addresses once it listens, then its memory, and what it counts, when it is
// asked.
export function report(start, count = () => 0) {
  process.on('message', async ({ type, options }) => {
    if (type === 'start') process.send({ urls: await start(options) });
    if (type === 'memory') {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      process.send({ rss, heapUsed });
    }
    if (type === 'count') process.send({ count: count() });
  });
  process.on('disconnect', () => process.exit());
}
