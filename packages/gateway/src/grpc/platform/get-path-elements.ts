import { pathElementsQuery } from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { openPlatform } from './open-platform.js';
import { QUERY_STATUSES } from './platform-query.js';
import { unaryMethod } from '../method/grpc-method.js';
import { selectionOf } from '../method/proof-subject.js';
import { provenResponse, readProven } from './proven-response.js';
import { priceOfQuery } from './query-price.js';
import { distinctInOrder, invalidArgument, MAX_RESULTS } from './request-values.js';
import { metadataOf } from './response-metadata.js';
import { oneofMember } from './platform-query.js';

/** The longest key of a tree. */
const MAX_KEY_BYTES = 255;
/** Drive has no deeper layers. */
const MAX_PATH_KEYS = 32;

/** The units of a call, in addition to those of its keys. */
const COST = 5;

export const getPathElements = unaryMethod(Platform.method.getPathElements, {
  summary: 'Returns elements of the state tree',
  description:
    'At most 100 elements of one layer, as GroveDB serialises them, in the order of their keys; without those that do not exist. References are followed. With a proof also their absence.',
  cost: COST,
  errors: QUERY_STATUSES,
  subject: ({ version: { value } }) =>
    value && selectionOf(pathElementsQuery({ path: value.path, keys: distinctInOrder(value.keys) })),
  handle: async ({ version }, context) => {
    if (version.case === undefined) throw invalidArgument('version is missing: send version 0');
    const { path, keys, prove } = version.value;
    checkKeys(path, 'path', MAX_PATH_KEYS);
    checkKeys(keys, 'keys', MAX_RESULTS);
    if (keys.length === 0) throw invalidArgument('keys is empty: send 1 to 100');
    await context.charge(priceOfQuery(version.value, { cost: COST }));
    const platform = await openPlatform(context);
    const distinct = distinctInOrder(keys);
    if (prove)
      return provenResponse(platform, async (state) =>
        state.proofs.prove(pathElementsQuery({ path, keys: distinct })),
      );
    return readProven(platform, async (state) => {
      const elements = [...(await state.proofs.elements(path, distinct))];
      const result = oneofMember('elements', { elements });
      return { version: oneofMember('v0', { result, metadata: metadataOf(state) }) };
    });
  },
});

/** @throws {GrpcError} INVALID_ARGUMENT for too many keys, and for a key that is too long */
function checkKeys(keys: readonly Uint8Array[], name: string, max: number): void {
  if (keys.length > max) throw invalidArgument(`${name} has ${keys.length} entries: send at most ${max}`);
  const at = keys.findIndex(({ length }) => length > MAX_KEY_BYTES);
  if (at !== -1)
    throw invalidArgument(`${name}[${at}] has ${keys[at]?.length} bytes: send at most ${MAX_KEY_BYTES}`);
}
