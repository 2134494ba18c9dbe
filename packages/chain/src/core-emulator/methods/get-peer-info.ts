import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getPeerInfo: EmulatorMethod = {
  name: 'getpeerinfo',
  category: 'Network',
  summary: 'returns an empty list: there is no network',
  params: [],
  answer: () => [],
};
