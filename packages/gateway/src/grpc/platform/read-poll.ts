import type { PollKey } from '@dapikit/platform';
import type { PageStart } from '@dapikit/proof';
import { readIdentifier } from './request-values.js';

interface PollFields {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
  readonly indexName: string;
}

/** Reads the index of a poll from the fields of a request. @throws {GrpcError} INVALID_ARGUMENT when the contract's id has not 32 bytes */
export const readIndex = ({
  contractId,
  documentTypeName,
  indexName,
}: PollFields): Omit<PollKey, 'indexValues'> => ({
  contractId: readIdentifier(contractId, 'contract_id'),
  documentType: documentTypeName,
  indexName,
});

/** Reads the poll of a request. @throws {GrpcError} INVALID_ARGUMENT when the contract's id has not 32 bytes */
export const readPoll = ({
  indexValues,
  ...fields
}: PollFields & { readonly indexValues: readonly Uint8Array[] }) => ({
  ...readIndex(fields),
  indexValues,
});

/** Returns the start of a page of a proven query. @throws {GrpcError} INVALID_ARGUMENT when it has not 32 bytes */
export const readStart = ({ startIdentifier, startIdentifierIncluded }: PageFields): PageStart => ({
  key: readIdentifier(startIdentifier, 'start_identifier'),
  isIncluded: startIdentifierIncluded,
});

interface PageFields {
  readonly startIdentifier: Uint8Array;
  readonly startIdentifierIncluded: boolean;
}
