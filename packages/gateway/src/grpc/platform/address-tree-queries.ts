import { ADDRESS_CHUNK_DEPTHS, addressBalancesPath } from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod } from '../method/grpc-method.js';
import { openPlatform } from './open-platform.js';
import { oneofMember, QUERY_STATUSES } from './platform-query.js';
import { readProven } from './proven-response.js';
import { requireVersion } from './request-version.js';
import { invalidArgument, readBytes } from './request-values.js';
import { metadataOf } from './response-metadata.js';

const ADDRESS_BYTES = 21;

export const getAddressesTrunkState = unaryMethod(Platform.method.getAddressesTrunkState, {
  summary: 'Returns the upper part of the tree of addresses, with its proof',
  description: `All addresses while there are at most 142; else the first 6 to ${ADDRESS_CHUNK_DEPTHS.max} levels of the tree, whose further parts getAddressesBranchState returns. The state is that of the last block; the network has it of the last checkpoint.`,
  cost: 5,
  errors: QUERY_STATUSES,
  subject: () => ({ kind: 'address-trunk' }),
  handle: async (request, context) => {
    requireVersion(request);
    return readProven(await openPlatform(context), async (state) => {
      const grovedbProof = await state.proofs.proveTrunk(addressBalancesPath(), ADDRESS_CHUNK_DEPTHS);
      const proof = { grovedbProof, ...state.signature };
      return { version: oneofMember('v0', { proof, metadata: metadataOf(state) }) };
    });
  },
});

export const getAddressesBranchState = unaryMethod(Platform.method.getAddressesBranchState, {
  summary: 'Returns a part of the tree of addresses below an address of its trunk',
  description:
    'A Merk proof that leads to the hash of the address in the trunk. The trunk must be that of the last block, or of one after which no address changed.',
  cost: 5,
  errors: [
    ...QUERY_STATUSES,
    { status: 'failedPrecondition', when: 'an address has changed since the block of the trunk' },
  ],
  handle: async ({ version }, context) => {
    if (version.case === undefined) throw invalidArgument('version is missing: send version 0');
    const { depth, checkpointHeight } = version.value;
    const key = readBytes(version.value.key, ADDRESS_BYTES, 'key');
    const { min, max } = ADDRESS_CHUNK_DEPTHS;
    if (depth < min || depth > max) throw invalidArgument(`depth is ${depth}: send ${min} to ${max}`);
    return readProven(await openPlatform(context), async (state) => {
      const { height } = state.metadata;
      if (checkpointHeight > height)
        throw invalidArgument(`checkpoint_height is ${checkpointHeight}: the last block is ${height}`);
      const changed = await state.lastAddressChange();
      if (checkpointHeight < changed)
        throw new GrpcError(
          'failedPrecondition',
          `addresses have changed in block ${changed}, after checkpoint_height ${checkpointHeight}: request the trunk again`,
        );
      const merkProof = await state.proofs.proveBranch(addressBalancesPath(), key, depth);
      return { version: oneofMember('v0', { merkProof }) };
    });
  },
});
