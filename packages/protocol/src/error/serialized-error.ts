import type { Flat, ValueOf } from '../codec/codec.js';
import { enumOf, NOTHING } from '../codec/enum-of.js';
import { isJsonObject, type Json } from '../codec/json.js';
import { memberOf } from '../codec/struct.js';
import { decodePrefix, encode, type Decoded } from '../codec/serialize.js';
import { BASIC_ERRORS_OF_ADDRESSES } from './basic-errors-of-addresses.js';
import { BASIC_ERRORS_OF_DOCUMENTS } from './basic-errors-of-documents.js';
import { BASIC_ERRORS_OF_TOKENS } from './basic-errors-of-tokens.js';
import { isDataTriggerError, type DataTriggerErrorName } from './data-trigger-error.js';
import type { ErrorDefinition } from './error-definition.js';
import { FEE_ERRORS } from './fee-errors.js';
import { SIGNATURE_ERRORS } from './signature-errors.js';
import { STATE_ERRORS_OF_DOCUMENTS } from './state-errors-of-documents.js';
import { STATE_ERRORS_OF_TOKENS } from './state-errors-of-tokens.js';

const BASIC = { ...BASIC_ERRORS_OF_DOCUMENTS, ...BASIC_ERRORS_OF_TOKENS, ...BASIC_ERRORS_OF_ADDRESSES };
const STATE = { ...STATE_ERRORS_OF_DOCUMENTS, ...STATE_ERRORS_OF_TOKENS };

const form = (name: string): { name: string; tag: 'name'; jsonTag: string } => ({
  name,
  tag: 'name',
  jsonTag: 'name',
});

/**
 * Describes the consensus errors, with which the platform rejects a transition. Source:
 * `packages/rs-dpp/src/errors/consensus/consensus_error.rs` of dashpay/platform, and one file for each error in the
 * same folder.
 */
export const consensusError = enumOf(
  { name: 'ConsensusError', tag: 'group', jsonTag: 'group' },
  {
    default: NOTHING,
    basic: enumOf(form('BasicError'), BASIC),
    state: enumOf(form('StateError'), STATE),
    signature: enumOf(form('SignatureError'), SIGNATURE_ERRORS),
    fee: enumOf(form('FeeError'), FEE_ERRORS),
  },
);

export type ConsensusError = ValueOf<typeof consensusError>;

type Definitions = Readonly<Record<string, ErrorDefinition<unknown>>>;

const DEFINITIONS: Readonly<Record<ConsensusErrorKind['group'], Definitions>> = {
  basic: BASIC,
  state: STATE,
  signature: SIGNATURE_ERRORS,
  fee: FEE_ERRORS,
};

const NAMED = { ...BASIC, ...STATE, ...SIGNATURE_ERRORS, ...FEE_ERRORS };
type Named = typeof NAMED;

/** Names an error with fields of its own; an error about the conditions of a system contract has the name of the inner one. */
export type ConsensusErrorName = keyof Named | DataTriggerErrorName;

/** Describes the fields of an error of that name. */
export type ConsensusErrorFields<Name extends ConsensusErrorName> = Name extends keyof Named
  ? ValueOf<Named[Name]>['fields']
  : Flat<Omit<Extract<ValueOf<Named['DataTriggerError']>['fields'], { readonly error: Name }>, 'error'>>;

/** Returns the error of a name with its fields; members that are no fields are ignored. */
export function consensusErrorNamed<Name extends ConsensusErrorName>(
  name: Name,
  fields: ConsensusErrorFields<Name>,
): ConsensusError {
  const [outer, content] = isDataTriggerError(name)
    ? ['DataTriggerError', { error: name, ...fields }]
    : [name, fields];
  const group = Object.entries(DEFINITIONS).find(([, errors]) => Object.hasOwn(errors, outer))?.[0];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the group has an error of that name with these fields
  return { group, name: outer, fields: content } as ConsensusError;
}

/** Returns the JSON form of the fields of an error, as the official library writes it. */
export function consensusErrorFieldsJson(error: ConsensusError): Json {
  if (error.group === 'default') return {};
  const json = consensusError.toJson(error);
  return isJsonObject(json) ? (json['fields'] ?? {}) : {};
}

/** Code of the default error. */
const DEFAULT_CODE = 1;

/** Returns the numeric code of an error, such as 40204. Source: `packages/rs-dpp/src/errors/consensus/codes.rs`. */
export function consensusErrorCode(error: ConsensusError): number {
  const name = memberOf(error, 'name');
  const group: Definitions = error.group === 'default' ? {} : DEFINITIONS[error.group];
  const definition = typeof name === 'string' ? group[name] : undefined;
  return definition?.codeOf(memberOf(error, 'fields')) ?? DEFAULT_CODE;
}

/** Describes a kind of consensus error. */
export interface ConsensusErrorKind {
  readonly group: 'basic' | 'state' | 'signature' | 'fee';
  /** The official name. */
  readonly name: string;
  readonly code: number;
  /** The names of the fields in its serialised form. */
  readonly fieldNames: readonly string[];
}

/** Returns the kinds of consensus errors by their codes; an error that contains others once for each of their codes. */
export const listConsensusErrors = (): readonly ConsensusErrorKind[] =>
  (['basic', 'state', 'signature', 'fee'] as const)
    .flatMap((group) =>
      Object.entries(DEFINITIONS[group]).flatMap(([name, { codes, fieldNames }]) =>
        codes.map((code) => ({ group, name, code, fieldNames })),
      ),
    )
    .toSorted((a, b) => a.code - b.code);

/** Limits the bytes of an error. */
const MAX_ERROR_BYTES = 2000;

/** Decodes an error as the official decoder does: bytes behind it are ignored. @throws {DecodeError} */
export const decodeConsensusError = (bytes: Uint8Array): Decoded<ConsensusError> =>
  decodePrefix(consensusError, bytes, { maxBytes: MAX_ERROR_BYTES });

/** Encodes an error. @throws {EncodeError} */
export const encodeConsensusError = (error: ConsensusError): Uint8Array => encode(consensusError, error);
