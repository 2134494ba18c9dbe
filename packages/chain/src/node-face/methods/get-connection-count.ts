import type { FaceMethod } from '../face-method.js';

export const getConnectionCount: FaceMethod = {
  name: 'getconnectioncount',
  category: 'Network',
  summary: '0: there is no network',
  params: [],
  answer: () => 0,
};
