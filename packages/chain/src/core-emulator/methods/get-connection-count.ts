import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getConnectionCount: EmulatorMethod = {
  name: 'getconnectioncount',
  category: 'Network',
  summary: 'returns 0: there is no network',
  params: [],
  answer: () => 0,
};
