import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const ping: EmulatorMethod = {
  name: 'ping',
  category: 'Network',
  summary: 'returns null: there is no network',
  params: [],
  answer: () => null,
};
