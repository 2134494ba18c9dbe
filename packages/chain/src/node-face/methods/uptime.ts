import type { FaceMethod } from '../face-method.js';

export const uptime: FaceMethod = {
  name: 'uptime',
  category: 'Control',
  summary: 'for how many seconds it has answered',
  params: [],
  answer: ({ now, startTime }) => now() - startTime,
};
