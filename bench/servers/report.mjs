// What every server process tells the benchmark: its addresses once it listens, and its memory when it is asked.
export function report(start) {
  process.on('message', async ({ type, options }) => {
    if (type === 'start') process.send({ urls: await start(options) });
    if (type === 'memory') {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      process.send({ rss, heapUsed });
    }
  });
  process.on('disconnect', () => process.exit());
}
