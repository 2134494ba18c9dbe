import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const setMockTime: EmulatorMethod = {
  name: 'setmocktime',
  category: 'Hidden',
  summary: "sets the chain's clock: the next block has this time, or the earliest that it may have",
  params: [
    { name: 'timestamp', type: 'numeric', about: 'seconds since the epoch; 0 leaves the clock as it is' },
  ],
  difference:
    'The blocks behind the next count on from there, as the clock goes with the blocks; 0 does not bring back the time of the system.',
  answer({ devChain: { clock } }, params) {
    const time = params.largeInteger(0);
    if (time < 0) throw invalidParameter(`Mocktime cannot be negative: ${time}.`);
    if (time > 0) clock.set(Math.max(time, clock.medianTime + 1));
  },
};
