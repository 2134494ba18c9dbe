import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getZmqNotifications: EmulatorMethod = {
  name: 'getzmqnotifications',
  category: 'Zmq',
  summary: 'returns the ZMQ topics and addresses',
  params: [],
  answer: ({ notifiers }) => notifiers(),
};
