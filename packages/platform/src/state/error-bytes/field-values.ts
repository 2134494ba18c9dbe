import { hexToBytes } from '@noble/hashes/utils.js';
import type { ConsensusError as OfficialError, Value } from '@dapikit/protocol';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { ConsensusErrorName, ConsensusErrorPayload } from '../../base/errors/consensus-error.js';
import type { PollJson, PollValueJson } from '../../base/errors/contested-poll.js';
import { PURPOSES, SECURITY_LEVELS, type Purpose, type SecurityLevel } from '../identity/public-key.js';

/** Returns the official error of a payload; nothing where the network has none. */
export type OfficialForm<Name extends ConsensusErrorName> = (
  payload: ConsensusErrorPayload<Name>,
) => OfficialError | undefined;

/** Lists the official form of each error of a table of errors. */
export type OfficialForms<Names extends ConsensusErrorName> = {
  readonly [Name in Names]: OfficialForm<Name>;
};

/** Returns one of several words. @throws {RangeError} when it is none of them */
export function namedOf<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new RangeError(`expected one of ${words.join(', ')}, found ${text}`);
  return word;
}

export const purposeOf = (text: string): Purpose => namedOf(PURPOSES, text);

export const securityLevelOf = (text: string): SecurityLevel => namedOf(SECURITY_LEVELS, text);

/** Returns the 20 bytes of an address in hexadecimal digits. */
export const addressOf = (hex: string): Uint8Array => hexToBytes(hex);

/** Returns JSON as a dynamic value. */
export function valueOf(json: unknown): Value {
  if (typeof json === 'string') return { type: 'text', value: json };
  if (typeof json === 'boolean') return { type: 'bool', value: json };
  if (typeof json === 'bigint' || Number.isSafeInteger(json)) return integerValue(BigInt(String(json)));
  if (typeof json === 'number') return { type: 'float', value: json };
  if (json instanceof Uint8Array) return { type: 'bytes', value: json };
  if (Array.isArray(json)) return { type: 'array', value: json.map(valueOf) };
  if (typeof json !== 'object' || json === null) return { type: 'null', value: null };
  return {
    type: 'map',
    value: Object.entries(json).map(([name, member]) => [{ type: 'text', value: name }, valueOf(member)]),
  };
}

const integerValue = (value: bigint): Value => ({ type: value < 0n ? 'i64' : 'u64', value });

/** Returns a poll with its values. An identifier among them is text: the error does not say its type. */
export const pollOf = ({ contractId, documentTypeName, indexName, indexValues }: PollJson) => ({
  contractId: bytesOf(contractId),
  documentTypeName,
  indexName,
  indexValues: indexValues.map((value: PollValueJson) => valueOf(value)),
});
