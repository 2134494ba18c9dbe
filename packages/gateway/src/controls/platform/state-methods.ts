import { optional, text, wholeNumber } from '../../base/params/param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

/** Describes the state of a platform in responses. */
export const STATUS = {
  type: 'object',
  description:
    'network, protocol version, what a preview is of, the last block, the clock, the end of the next contest, the price of a contender, the number of contracts',
  required: [
    'network',
    'protocolVersion',
    'block',
    'time',
    'isFrozen',
    'nextContestEnd',
    'contestEntryPrice',
    'contracts',
  ],
};
const MINED = { type: 'object', required: ['block', 'ended'] };

/** Lists the methods of time, and of the state as a whole. */
export const stateMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'status',
    summary: 'Returns the state of the platform',
    description: 'Times in milliseconds since the beginning of 1970.',
    isWrite: false,
    params: {},
    result: STATUS,
  }),
  definePlatformMethod({
    name: 'advanceTime',
    summary: 'Advances time',
    description: 'Creates blocks until no contest is due, at least one, and returns them.',
    isWrite: true,
    reserved: { use: 'operate', why: 'ends contests of all users' },
    params: {
      milliseconds: optional(wholeNumber('how far', 0, Number.MAX_SAFE_INTEGER)),
      to: optional(wholeNumber('or until when', 0, Number.MAX_SAFE_INTEGER)),
    },
    result: { type: 'array', items: MINED },
    example: () => ({ milliseconds: 60_000 }),
  }),
  definePlatformMethod({
    name: 'freezeTime',
    summary: 'Stops the clock',
    description: 'Blocks have that time.',
    isWrite: true,
    reserved: {
      use: 'own',
      why: 'every process has its own clock, and the other clocks would continue',
    },
    params: {},
    result: STATUS,
  }),
  definePlatformMethod({
    name: 'runTime',
    summary: 'Restarts the clock from its current time',
    description: 'As it does from the beginning.',
    isWrite: true,
    reserved: { use: 'own', why: 'the clock is never stopped' },
    params: {},
    result: STATUS,
  }),
  definePlatformMethod({
    name: 'mineBlock',
    summary: 'Creates a block',
    description: 'Contests that are due end with it, at most two.',
    isWrite: true,
    params: {},
    result: MINED,
  }),
  definePlatformMethod({
    name: 'snapshot',
    summary: 'Takes a snapshot of the state and the time',
    description: 'Gives the number to go back with.',
    isWrite: true,
    reserved: {
      use: 'operate',
      why: 'while it exists, every write also stores the previous values, and the store grows',
    },
    params: {},
    result: { type: 'object', required: ['id'] },
  }),
  definePlatformMethod({
    name: 'revert',
    summary: 'Reverts to a snapshot',
    description: 'The snapshot and all later ones are removed.',
    isWrite: true,
    reserved: { use: 'operate', why: 'all changes since then are lost' },
    params: { id: wholeNumber('id of the snapshot', 0, Number.MAX_SAFE_INTEGER) },
    result: STATUS,
    example: ({ snapshot }) => ({ id: snapshot }),
  }),
  definePlatformMethod({
    name: 'dropSnapshot',
    summary: 'Removes a snapshot',
    description: 'The state and the other snapshots stay. Writes cost less when there is none.',
    isWrite: true,
    reserved: { use: 'operate', why: 'nobody can revert to it any more' },
    params: { id: wholeNumber('id of the snapshot', 0, Number.MAX_SAFE_INTEGER) },
    result: { type: 'null' },
    example: ({ snapshot }) => ({ id: snapshot }),
  }),
  definePlatformMethod({
    name: 'exportState',
    summary: 'Exports the whole state as one file in Base64',
    description: 'A later version still reads it.',
    isWrite: false,
    reserved: { use: 'inspect', why: 'reads the whole state into memory' },
    params: {},
    result: { type: 'string', contentEncoding: 'base64' },
  }),
  definePlatformMethod(
    {
      name: 'importState',
      summary: 'Replaces the state with that of a file',
      description: 'The file is that of `exportState`.',
      isWrite: true,
      reserved: { use: 'operate', why: 'replaces the state of all users' },
      params: { file: text('in Base64') },
      result: STATUS,
      example: ({ file }) => ({ file }),
    },
    ({ file }, platform) => platform.importState(Buffer.from(String(file), 'base64')),
  ),
  definePlatformMethod({
    name: 'verify',
    summary: 'Compares indices, aggregates and votes with documents and ballots',
    description:
      'Rebuilds and recounts all of them. `ok` when nothing differs. `unreadable` lists documents that an update of their contract made unreadable, as on the network, with the last version that reads them.',
    isWrite: false,
    reserved: { use: 'inspect', why: 'reads the whole state twice' },
    params: {},
    result: { type: 'object', required: ['ok', 'entries', 'documents', 'unreadable', 'contests'] },
  }),
];
