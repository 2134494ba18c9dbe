import { encodeStatus } from '../../base/platform-status/encode-status.js';
import { defineMethod } from '../../base/method/method.js';
import { NO_PARAMS, SCALAR_PARAMS_ERROR } from '../../base/method/param-list.js';

/** Defines `getStatus` (specification, section 4): the response object of the platform's gRPC getStatus. Whatever part of the platform is down is null. */
export const getStatus = defineMethod({
  name: 'getStatus',
  summary: 'Returns the status of the platform',
  description:
    'Takes no params: omit them or send an empty object. The result is the response object ' +
    'of the platform’s gRPC getStatus. As in the official gateway, names are snake_case, byte strings are arrays of numbers, ' +
    'and the members of a part of the platform that is down are null. `time.local` is in seconds, the other times in ' +
    'milliseconds. The setting `status-encoding` switches to canonical protobuf JSON.',
  result: {
    type: 'object',
    properties: { version: { type: 'object', properties: { v0: { type: 'object' } } } },
  },
  errors: [SCALAR_PARAMS_ERROR],
  params: NO_PARAMS,
  exampleParams: () => undefined,
  handle: async (_, { platformStatus, statusEncoding }) =>
    encodeStatus(await platformStatus.status(), statusEncoding),
});
