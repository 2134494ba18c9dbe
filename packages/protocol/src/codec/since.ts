import type { ObjectCodec } from './codec.js';

/** Marks a variant, or a version of a structure, that nodes decode from a protocol version on: a reader of an earlier version rejects it as unknown. */
export const since = <Value>(protocolVersion: number, codec: ObjectCodec<Value>): ObjectCodec<Value> => ({
  ...codec,
  since: protocolVersion,
});
