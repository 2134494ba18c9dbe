import { encodeStatus } from '../platform-status/encode-status.js';
import { defineMethod } from './method.js';

/** Specification, section 4: the response object of the platform's gRPC getStatus. Never fails: what is unknown is null. */
export const getStatus = defineMethod({
  name: 'getStatus',
  summary: 'The status of the platform',
  description:
    'Takes no params: omit them or send an empty object; anything else there is ignored. The result is the response object ' +
    'of the platform’s gRPC getStatus. As in the official gateway, names are snake_case, byte strings are arrays of numbers, ' +
    'and what a part of the platform that is down would have told is null. `time.local` is in seconds, the other times in ' +
    'milliseconds. The setting `status-encoding` switches to canonical protobuf JSON.',
  result: {
    type: 'object',
    properties: { version: { type: 'object', properties: { v0: { type: 'object' } } } },
  },
  errors: [],
  exampleParams: () => undefined,
  parse: () => undefined,
  handle: async (_, { platformStatus, statusEncoding }) =>
    encodeStatus(await platformStatus.status(), statusEncoding),
});
