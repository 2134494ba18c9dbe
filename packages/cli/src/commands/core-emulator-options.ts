import { integer, option, text } from '../program/option.js';

const port = integer(0, 65_535);

/** Lists the options of `dapikit dev` for the Core RPC emulator. */
export const coreEmulatorOptions = {
  nodeRpc: option<number | undefined>({
    flag: 'node-rpc',
    value: 'port',
    about: 'answers Dash Core’s own RPC at this port as well (19898 on regtest), 0 for a free one',
    default: undefined,
    read: port,
  }),
  nodeZmq: option<number | undefined>({
    flag: 'node-zmq',
    value: 'port',
    about: 'publishes over ZMQ at this port as a node does, 0 for a free one',
    default: undefined,
    read: port,
  }),
  nodeHost: option({
    flag: 'node-host',
    value: 'address',
    about: 'address that --node-rpc and --node-zmq listen at',
    default: '127.0.0.1',
    read: text,
  }),
  nodeUser: option<string | undefined>({
    flag: 'node-user',
    value: 'name',
    about:
      'user of --node-rpc; without one the password is new at each start, in the file .cookie of the state folder',
    default: undefined,
    read: text,
  }),
  nodePassword: option<string | undefined>({
    flag: 'node-password',
    env: 'DAPIKIT_NODE_PASSWORD',
    value: 'text',
    about: 'its password',
    default: undefined,
    read: text,
  }),
} as const;
