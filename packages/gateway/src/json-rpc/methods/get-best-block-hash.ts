import { whenKnown } from '../../base/messages/eventually.js';
import { defineMethod } from '../../base/method/method.js';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { NODE_ERRORS } from '../../base/method/node-error.js';
import { NO_PARAMS, SCALAR_PARAMS_ERROR } from '../../base/method/param-list.js';

/** Defines `getBestBlockHash`: specification, section 4. Members and elements of the params are ignored, as the official gateway does. */
export const getBestBlockHash = defineMethod({
  name: 'getBestBlockHash',
  summary: 'Returns the hash of the chain tip',
  description:
    'Takes no params: omit them or send an empty object. ' +
    'The hash is in display order, equal to that of getBlockHash at the same height.',
  result: HASH_SCHEMA,
  errors: [SCALAR_PARAMS_ERROR, ...NODE_ERRORS],
  params: NO_PARAMS,
  exampleParams: () => undefined,
  handle: (_, { layer1 }, caller) => whenKnown(layer1.tip(caller), ({ hash }) => hash),
});
