import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const ping: EmulatorMethod = {
  name: 'ping',
  category: 'Network',
  summary: 'null: there is nobody to ping',
  params: [],
  answer: () => null,
};
