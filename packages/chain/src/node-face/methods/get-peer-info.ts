import type { FaceMethod } from '../face-method.js';

export const getPeerInfo: FaceMethod = {
  name: 'getpeerinfo',
  category: 'Network',
  summary: 'an empty list: there is no network',
  params: [],
  answer: () => [],
};
