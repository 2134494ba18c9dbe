import type { MessageInitShape } from '@bufbuild/protobuf';
import type { CommittedState } from '@dapikit/platform';
import type { ResponseMetadataSchema } from '../generated/dapi_pb.js';

/** Returns the block of a state as responses name it. */
export function metadataOf({ metadata }: CommittedState): MessageInitShape<typeof ResponseMetadataSchema> {
  const { height, coreHeight, epoch, time, protocolVersion, chainId } = metadata;
  return { height, coreChainLockedHeight: coreHeight, epoch, timeMs: BigInt(time), protocolVersion, chainId };
}
