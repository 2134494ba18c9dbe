import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { Amount } from '../json/core-json.js';

export const getConnectionCount: EmulatorMethod = {
  name: 'getconnectioncount',
  category: 'Network',
  summary: 'returns 0: there is no network',
  params: [],
  answer: () => 0,
};

const MIN_RELAY_FEE = 1_000n;

export const getNetworkInfo: EmulatorMethod = {
  name: 'getnetworkinfo',
  category: 'Network',
  summary: 'which node it is, and its connections',
  params: [],
  difference:
    '`subversion` names the emulator in parentheses. There is no network: no services, no connections, no `networks`, and `warnings` is empty.',
  answer: () => ({
    version: 230102,
    buildversion: 'v23.1.2',
    subversion: '/Dash Core:23.1.2(dapikit development chain)/',
    protocolversion: 70240,
    localservices: '0000000000000000',
    localservicesnames: [],
    localrelay: true,
    timeoffset: 0,
    networkactive: true,
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    connections_mn: 0,
    connections_mn_in: 0,
    connections_mn_out: 0,
    socketevents: 'epoll',
    networks: [],
    relayfee: new Amount(MIN_RELAY_FEE),
    incrementalfee: new Amount(MIN_RELAY_FEE),
    localaddresses: [],
    warnings: '',
  }),
};

export const getPeerInfo: EmulatorMethod = {
  name: 'getpeerinfo',
  category: 'Network',
  summary: 'returns an empty list: there is no network',
  params: [],
  answer: () => [],
};

export const ping: EmulatorMethod = {
  name: 'ping',
  category: 'Network',
  summary: 'returns null: there is no network',
  params: [],
  answer: () => null,
};
