import { invalidArgument } from './request-values.js';

/** Checks that a request has a version. @throws {GrpcError} INVALID_ARGUMENT */
export function requireVersion({
  version,
}: {
  readonly version: { readonly case: string | undefined };
}): void {
  if (version.case === undefined) throw invalidArgument('version is missing: send version 0');
}
