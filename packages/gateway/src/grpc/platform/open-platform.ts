import type { Platform } from '@dapikit/platform';
import { GrpcError } from '../method/grpc-error.js';
import type { GrpcParts } from '../method/grpc-method.js';

/** Returns the local platform. @throws {GrpcError} FAILED_PRECONDITION where there is none */
export async function openPlatform({ platform }: Pick<GrpcParts, 'platform'>): Promise<Platform> {
  if (platform !== undefined) return platform.platform();
  throw new GrpcError('failedPrecondition', 'this gateway has no local platform: configure one');
}
