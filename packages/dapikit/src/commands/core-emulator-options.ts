import { integer, option, text } from '../program/option.js';

const port = integer(0, 65_535);

/** Lists the options of `dapikit dev` for the Core RPC emulator. */
export const coreEmulatorOptions = {
  nodeRpc: option<number | undefined>({
    flag: 'node-rpc',
    value: 'port',
    about: 'port of the Core RPC emulator (Dash Core uses 19898 on regtest); 0 for a free port',
    default: undefined,
    read: port,
  }),
  nodeZmq: option<number | undefined>({
    flag: 'node-zmq',
    value: 'port',
    about: 'port of its ZMQ publisher; 0 for a free port',
    default: undefined,
    read: port,
  }),
  nodeHost: option({
    flag: 'node-host',
    value: 'address',
    about: 'address on which --node-rpc and --node-zmq listen',
    default: '127.0.0.1',
    read: text,
  }),
  nodeUser: option<string | undefined>({
    flag: 'node-user',
    value: 'name',
    about:
      'user of --node-rpc; without it, a new password is written to the .cookie file of the state folder at each start',
    default: undefined,
    read: text,
  }),
  nodePassword: option<string | undefined>({
    flag: 'node-password',
    env: 'DAPIKIT_NODE_PASSWORD',
    value: 'text',
    about: 'password of --node-user',
    default: undefined,
    read: text,
  }),
} as const;
