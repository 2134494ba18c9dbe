import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const uptime: EmulatorMethod = {
  name: 'uptime',
  category: 'Control',
  summary: 'returns the uptime in seconds',
  params: [],
  answer: ({ now, startTime }) => now() - startTime,
};
