import type { FaceMethod } from '../face-method.js';

export const getZmqNotifications: FaceMethod = {
  name: 'getzmqnotifications',
  category: 'Zmq',
  summary: 'what is published over ZMQ, and where',
  params: [],
  answer: ({ notifiers }) => notifiers(),
};
