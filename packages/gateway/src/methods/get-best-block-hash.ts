import { whenKnown } from '../json-rpc/eventually.js';
import { defineMethod, HASH_SCHEMA } from './method.js';
import { NODE_ERRORS } from './node-error.js';

/** Specification, section 4. Params of any shape are ignored, as the official gateway does. */
export const getBestBlockHash = defineMethod({
  name: 'getBestBlockHash',
  summary: 'The hash of the chain tip',
  description:
    'Takes no params: omit them or send an empty object; anything else there is ignored. ' +
    'The hash is in display order, equal to that of getBlockHash at the same height.',
  result: HASH_SCHEMA,
  errors: NODE_ERRORS,
  exampleParams: () => undefined,
  parse: () => undefined,
  handle: (_, { layer1 }, caller) => whenKnown(layer1.tip(caller), ({ hash }) => hash),
});
