import { consensusErrorFieldsJson } from '@dapikit/protocol';
import { identifierText } from '../bytes/identifier.js';
import { CONSENSUS_ERRORS, type ConsensusError } from './consensus-error.js';

/**
 * Returns the payload of an error in JSON: the fields as the official library writes them, identifiers in base58, 64-bit integers as
 * numbers where these are exact and as decimal text otherwise. Members without a value are left out.
 */
export function payloadJson({
  reason,
  official,
  payload,
}: ConsensusError): Readonly<Record<string, unknown>> {
  const definition = CONSENSUS_ERRORS[reason];
  const fields =
    official === undefined ? ownFieldsJson(definition, payload) : consensusErrorFieldsJson(official);
  const json = { ...Object(plain(payload)), ...Object(fields) };
  return Object.fromEntries(
    Object.entries(json).filter(([, member]) => member !== undefined && member !== null),
  );
}

const ownFieldsJson = (definition: object, payload: unknown): unknown =>
  'own' in definition ? Reflect.apply(Object(definition.own).fields.toJson, undefined, [payload]) : {};

/** Returns a member that is no field of the network. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return identifierText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
