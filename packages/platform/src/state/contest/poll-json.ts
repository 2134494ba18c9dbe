import { base64 } from '@scure/base';
import { identifierText } from '../../base/bytes/identifier.js';
import type { Poll } from './poll-id.js';
import type { PollValue } from './wire-value.js';

/** Describes a value of a poll in JSON: identifiers in base58, other bytes in base64, large integers as decimal text. */
export type PollValueJson = string | number | boolean | null;

/** Describes a poll as clients write it. */
export interface PollJson {
  readonly $type: 'contestedDocumentResourceVotePoll';
  /** Base58. */
  readonly contractId: string;
  readonly documentTypeName: string;
  readonly indexName: string;
  readonly indexValues: readonly PollValueJson[];
}

/** Returns a poll as clients write it. */
export const pollJson = ({ contractId, documentType, indexName, indexValues }: Poll): PollJson => ({
  $type: 'contestedDocumentResourceVotePoll',
  contractId: identifierText(contractId),
  documentTypeName: documentType,
  indexName,
  indexValues: indexValues.map(pollValueJson),
});

/** Returns a value of a poll as clients write it. */
export function pollValueJson(entry: PollValue): PollValueJson {
  if (entry.type === 'null') return null;
  const { type, value } = entry;
  if (value instanceof Uint8Array)
    return type === 'identifier' ? identifierText(value) : base64.encode(value);
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'object') throw new RangeError(`expected a value of an index, found an object`);
  return value;
}
