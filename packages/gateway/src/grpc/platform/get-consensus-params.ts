import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod } from '../method/grpc-method.js';
import { openPlatform } from './open-platform.js';
import { oneofMember } from './platform-query.js';
import { invalidArgument } from './request-values.js';

/** Those of testnet. Source: `getTestnetConfigFactory.js` in `packages/dashmate/configs/defaults` of dashpay/platform. */
const CONSENSUS_PARAMS = {
  block: { maxBytes: '2097152', maxGas: '57631392000', timeIotaMs: '' },
  evidence: { maxAgeNumBlocks: '100000', maxAgeDuration: '172800000000000', maxBytes: '512000' },
};

export const getConsensusParams = unaryMethod(Platform.method.getConsensusParams, {
  summary: 'Returns the consensus params of Tenderdash',
  description:
    'Those of testnet for every block: the local platform has no Tenderdash, and nothing here depends on them. Drive responds with UNIMPLEMENTED.',
  errors: [
    { status: 'invalidArgument', when: 'the version is missing, or a proof is requested: there is none' },
    {
      status: 'failedPrecondition',
      when: 'there is no block of that height, or this gateway has no local platform',
    },
  ],
  handle: async ({ version }, context) => {
    if (version.case === undefined) throw invalidArgument('version is missing: send version 0');
    const { height, prove } = version.value;
    if (prove) throw invalidArgument('consensus params have no proof: send the request with prove false');
    const platform = await openPlatform(context);
    const last = await platform.readState(async ({ metadata }) => Promise.resolve(metadata.height));
    if (height < 0 || BigInt(height) > last)
      throw new GrpcError('failedPrecondition', `height is ${height}: the last block is ${last}`);
    return { version: oneofMember('v0', CONSENSUS_PARAMS) };
  },
});
