/**
 * Returns how many cases of a costly property run: all with `npm run test:all`, the first quarter of them with `npm test`, at least three.
 */
export const costlyRuns = (all: number): number =>
  process.env['COSTLY_RUNS'] === 'all' ? all : Math.max(3, Math.ceil(all / 4));
