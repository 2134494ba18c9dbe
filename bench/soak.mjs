// npm run bench soak [-- --minutes N --seed N]
// dapikit serve in front of two real nodes that are reorganised, parted, stopped and killed, for ten minutes: every answer is held against
// what the nodes themselves had. The same runs for some seconds with all tests.
import { measureInTest } from './lib/measure-in-test.mjs';

export function run(args) {
  measureInTest('soak', 'packages/dapikit/test/soak/soak.long.test.ts', args);
}
