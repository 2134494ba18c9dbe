// npm run bench peer-faults [-- --minutes N --seed N]
// A light client in front of five peers of a local network: four of them lie, stall and break connections by chance, one is honest. Every value is held against what the network has.
// The same runs for some seconds with all tests.
import { measureInTest } from './lib/measure-in-test.mjs';

export function run(args) {
  measureInTest('peer-faults', 'packages/dapikit/test/peer-faults.long.test.ts', args);
}
