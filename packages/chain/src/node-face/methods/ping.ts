import type { FaceMethod } from '../face-method.js';

export const ping: FaceMethod = {
  name: 'ping',
  category: 'Network',
  summary: 'null: there is nobody to ping',
  params: [],
  answer: () => null,
};
