import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const uptime: EmulatorMethod = {
  name: 'uptime',
  category: 'Control',
  summary: 'for how many seconds it has answered',
  params: [],
  answer: ({ now, startTime }) => now() - startTime,
};
