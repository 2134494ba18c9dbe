import {
  consensusErrorCode,
  consensusErrorNamed,
  type ConsensusErrorName as OfficialErrorName,
  type ConsensusError as OfficialError,
} from '@dapikit/protocol';
import { identifierText } from '../bytes/identifier.js';
import { ADDRESS_ERRORS } from './address-errors.js';
import { ASSET_LOCK_ERRORS } from './asset-lock-errors.js';
import { CONTEST_ERRORS } from './contest-errors.js';
import { CONTRACT_ERRORS } from './contract-errors.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import { IDENTITY_ERRORS } from './identity-errors.js';
import type { ErrorDefinition, TextDefinition } from './error-definition.js';
import { PlatformError } from './platform-error.js';
import { shortened } from './shortened.js';
import { TOKEN_ERRORS } from './token-errors.js';

/**
 * All reasons to reject a transition by their official names. A new one is a row in the file of its subject, with its example in
 * `error-examples.ts` and its official form in `error-bytes/`.
 */
export const CONSENSUS_ERRORS = {
  ...DOCUMENT_ERRORS,
  ...CONTEST_ERRORS,
  ...CONTRACT_ERRORS,
  ...IDENTITY_ERRORS,
  ...TOKEN_ERRORS,
  ...ASSET_LOCK_ERRORS,
  ...ADDRESS_ERRORS,
};

/** Describes the official name of a reason to reject a transition. */
export type ConsensusErrorName = keyof typeof CONSENSUS_ERRORS;

/** Describes the payload of an error of that name. */
export type ConsensusErrorPayload<Name extends ConsensusErrorName> = Parameters<
  (typeof CONSENSUS_ERRORS)[Name]['describe']
>[0];

/** Names the members of payloads that may be identifiers. */
type IdentifierMember = `${string}Id` | 'proTxHash' | 'expected' | 'given' | 'actual';

/** Describes a payload whose identifiers are bytes or base58. */
export type GivenPayload<Payload> = {
  readonly [Member in keyof Payload]:
    | Payload[Member]
    | (Member extends IdentifierMember ? (string extends Payload[Member] ? Uint8Array : never) : never);
};

type Definition<Name extends ConsensusErrorName> =
  | ErrorDefinition<ConsensusErrorPayload<Name>>
  | TextDefinition<ConsensusErrorPayload<Name>>;

const TABLE: { readonly [Name in ConsensusErrorName]: Definition<Name> } = CONSENSUS_ERRORS;

/** Rejects a transition as the network does. */
export class ConsensusError<Name extends ConsensusErrorName = ConsensusErrorName> extends PlatformError {
  override readonly name: Name;
  /** The official name. */
  readonly reason: Name;
  /** The official number. */
  readonly code: number;
  /** Whether the signer pays for processing and the nonce is consumed. It is false where the signer cannot pay. */
  isPaid: boolean;
  /** The official fields, and members that only the message has; long texts are truncated. */
  readonly payload: ConsensusErrorPayload<Name>;
  /** What the signer was charged for it, in credits; set when that has been stored. */
  fee?: bigint;
  /** Further errors that the network reports with this one: one for each error in the data, each value that is not unique. */
  readonly also: readonly ConsensusError[];

  /**
   * @param payload identifiers may be bytes.
   * @param isPaid where the same error costs something in one transition and nothing in another.
   * @param also further errors of the same rejection.
   */
  constructor(
    reason: Name,
    payload: GivenPayload<ConsensusErrorPayload<Name>>,
    isPaid: boolean = TABLE[reason].isPaid,
    also: readonly ConsensusError[] = [],
  ) {
    const definition: Definition<Name> = TABLE[reason];
    const truncated: ConsensusErrorPayload<Name> =
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- shorter texts are texts
      'code' in definition ? textPayload(payload) : (shortened(payload) as ConsensusErrorPayload<Name>);
    const code =
      'code' in definition
        ? definition.code
        : (definition.ownCode ?? consensusErrorCode(officialOf(reason, truncated)));
    const { problem, ...details } = definition.describe(truncated);
    super(`${code} ${reason}: ${problem}`, {
      ...details,
      docs: `docs/reference/consensus-errors/${code}.md`,
    });
    this.name = reason;
    this.reason = reason;
    this.code = code;
    this.isPaid = isPaid;
    this.payload = truncated;
    this.also = also;
  }

  /** Returns the error as the network serialises it; nothing where no such form is known. */
  get official(): OfficialError | undefined {
    const definition: Definition<Name> = TABLE[this.reason];
    return 'code' in definition || definition.ownCode !== undefined
      ? undefined
      : officialOf(this.reason, this.payload);
  }
}

/** Returns the official error of a definition without a number of its own. */
const officialOf = (name: ConsensusErrorName, payload: unknown): OfficialError =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such a definition has an official name, and its payload the fields
  consensusErrorNamed(name as OfficialErrorName, payload as never);

const MAX_TEXT_LENGTH = 500;
/** The digits of a script that fills a state transition: a serialised error has the bytes of a script. */
const MAX_SCRIPT_DIGITS = 2 * 20_480;

/** Returns a payload with identifiers in base58, and no text that is longer than what anything in an error needs: callers send what they like. */
function textPayload<Payload>(payload: GivenPayload<Payload>): Payload {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bytes are identifiers, and other texts stay texts
  return textValue(payload) as Payload;
}

function textValue(value: unknown, maxLength = MAX_TEXT_LENGTH): unknown {
  if (typeof value === 'string')
    return value.length > maxLength ? `${value.slice(0, maxLength - 1)}…` : value;
  if (value instanceof Uint8Array) return identifierText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => textValue(item));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      textValue(member, name === 'script' ? MAX_SCRIPT_DIGITS : MAX_TEXT_LENGTH),
    ]),
  );
}

/** Rejects a transition for several reasons of one kind at once: throws the first, which has the others. */
export function rejectForEach<Name extends ConsensusErrorName>(
  name: Name,
  payloads: readonly GivenPayload<ConsensusErrorPayload<Name>>[],
): void {
  const [first, ...others] = payloads;
  if (first === undefined) return;
  throw new ConsensusError(
    name,
    first,
    undefined,
    others.map((payload) => new ConsensusError(name, payload)),
  );
}
