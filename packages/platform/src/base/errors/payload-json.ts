import { consensusErrorFieldsJson, contestedDocumentResourceVotePoll } from '@dapikit/protocol';
import { identifierText } from '../bytes/identifier.js';
import type { ConsensusError } from './consensus-error.js';

/**
 * Returns the payload of an error in JSON: the fields as the official library writes them, identifiers in base58, 64-bit integers as
 * numbers where these are exact and as decimal text otherwise. Members without a value are left out.
 */
export function payloadJson({ official, payload }: ConsensusError): Readonly<Record<string, unknown>> {
  const fields = official === undefined ? {} : consensusErrorFieldsJson(official);
  const json = { ...Object(plain(payload)), ...ownPollJson(payload), ...Object(fields) };
  return Object.fromEntries(
    Object.entries(json).filter(([, member]) => member !== undefined && member !== null),
  );
}

/** Returns the poll of an error without a known serialised form; nothing where it has none. */
const ownPollJson = (payload: ConsensusError['payload']): object =>
  'votePoll' in payload ? { votePoll: contestedDocumentResourceVotePoll.toJson(payload.votePoll) } : {};

/** Returns a member that is no field of the network. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return identifierText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
