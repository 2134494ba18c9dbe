import { ProofsUnavailableError, type Platform, type ProvenState } from '@dapikit/platform';
import { UnprovableQueryError, type PathQuery } from '@dapikit/proof';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { GrpcError } from '../method/grpc-error.js';
import type { ProofSchema, ResponseMetadataSchema } from '../generated/dapi_pb.js';
import { metadataOf } from './response-metadata.js';

/** Is the content of a response with a proof, in version 0. */
export interface ProvenResponse {
  readonly version: {
    readonly case: 'v0';
    readonly value: {
      readonly result: { readonly case: 'proof'; readonly value: MessageInitShape<typeof ProofSchema> };
      readonly metadata: MessageInitShape<typeof ResponseMetadataSchema>;
    };
  };
}

/**
 * Proves what a path query selects of one signed state.
 * @throws {GrpcError} FAILED_PRECONDITION where the platform makes no proofs, INVALID_ARGUMENT for a query without a valid proof
 */
export async function provenResponse(
  platform: Platform,
  queryOf: (state: ProvenState) => Promise<PathQuery>,
): Promise<ProvenResponse> {
  try {
    return await platform.readProvenState(async (state) => {
      const grovedbProof = await state.proofs.prove(await queryOf(state));
      const value = { grovedbProof, ...state.signature };
      return {
        version: { case: 'v0', value: { result: { case: 'proof', value }, metadata: metadataOf(state) } },
      };
    });
  } catch (error) {
    if (error instanceof ProofsUnavailableError) throw new GrpcError('failedPrecondition', error.message);
    if (error instanceof UnprovableQueryError) throw new GrpcError('invalidArgument', error.message);
    throw error;
  }
}
