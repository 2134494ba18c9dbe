import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const uptime: EmulatorMethod = {
  name: 'uptime',
  category: 'Control',
  summary: 'returns the uptime in seconds',
  params: [],
  answer: ({ now, startTime }) => now() - startTime,
};

export const getZmqNotifications: EmulatorMethod = {
  name: 'getzmqnotifications',
  category: 'Zmq',
  summary: 'returns the ZMQ topics and addresses',
  params: [],
  answer: ({ notifiers }) => notifiers(),
};

const INDEX = 'txindex';

export const getIndexInfo: EmulatorMethod = {
  name: 'getindexinfo',
  category: 'Util',
  summary: 'the index of transactions, which has all blocks',
  params: [{ name: 'index_name', type: 'string', isOptional: true, about: 'that of an index' }],
  answer({ chain }, params) {
    const name = params.isGiven(0) ? params.text(0) : '';
    return name === '' || name === INDEX
      ? { [INDEX]: { synced: true, best_block_height: chain.tip.height } }
      : {};
  },
};

export const setMockTime: EmulatorMethod = {
  name: 'setmocktime',
  category: 'Hidden',
  summary: "sets the chain's clock: the next block has this time, or the earliest that it may have",
  params: [
    { name: 'timestamp', type: 'numeric', about: 'seconds since the epoch; 0 leaves the clock unchanged' },
  ],
  difference:
    'Later blocks continue from there, as the clock advances with the blocks; 0 does not restore the system time.',
  answer({ devChain: { clock } }, params) {
    const time = params.largeInteger(0);
    if (time < 0) throw invalidParameter(`Mocktime cannot be negative: ${time}.`);
    if (time > 0) clock.set(Math.max(time, clock.medianTime + 1));
  },
};
