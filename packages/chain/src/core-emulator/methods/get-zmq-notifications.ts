import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getZmqNotifications: EmulatorMethod = {
  name: 'getzmqnotifications',
  category: 'Zmq',
  summary: 'what is published over ZMQ, and where',
  params: [],
  answer: ({ notifiers }) => notifiers(),
};
