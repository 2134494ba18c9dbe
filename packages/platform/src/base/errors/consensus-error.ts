import {
  consensusErrorCode,
  consensusErrorNamed,
  type ConsensusErrorName as OfficialErrorName,
  type ConsensusError as OfficialError,
} from '@dapikit/protocol';
import { ADDRESS_ERRORS } from './address-errors.js';
import { ASSET_LOCK_ERRORS } from './asset-lock-errors.js';
import { CONTEST_ERRORS } from './contest-errors.js';
import { CONTRACT_GROUP_ERRORS } from './contract-group-errors.js';
import { CONTRACT_ERRORS } from './contract-errors.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import { IDENTITY_ERRORS } from './identity-errors.js';
import type { RejectionDefinition } from './rejection-definition.js';
import { MODERATION_ERRORS } from './moderation-errors.js';
import { PlatformError } from './platform-error.js';
import { shortened } from './shortened.js';
import { TOKEN_ERRORS } from './token-errors.js';
import { WRITE_ERRORS } from './write-errors.js';

/**
 * All reasons to reject a transition by their official names. A new one is a row in the file of its subject: the compiler
 * demands its fields, as the network defines them in `packages/protocol/src/error`, and its example.
 */
export const CONSENSUS_ERRORS = {
  ...DOCUMENT_ERRORS,
  ...WRITE_ERRORS,
  ...MODERATION_ERRORS,
  ...CONTEST_ERRORS,
  ...CONTRACT_ERRORS,
  ...CONTRACT_GROUP_ERRORS,
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

type Definition<Name extends ConsensusErrorName> = RejectionDefinition<ConsensusErrorPayload<Name>>;

const TABLE: { readonly [Name in ConsensusErrorName]: Definition<Name> } = CONSENSUS_ERRORS;

/** Rejects a transition as the network does. */
export class ConsensusError<Name extends ConsensusErrorName = ConsensusErrorName> extends PlatformError {
  override readonly name: Name;
  /** The official name. */
  readonly reason: Name;
  /** The official number. */
  readonly code: number;
  /** True if the signer pays for processing and the nonce is consumed. It is false where the signer cannot pay. */
  isPaid: boolean;
  /** The official fields, and members that only the message has; long texts are truncated. */
  readonly payload: ConsensusErrorPayload<Name>;
  /** The charge of the signer, in credits; set when it has been stored. */
  fee?: bigint;
  /** Further errors that the network reports with this one: one for each error in the data, each value that is not unique. */
  readonly also: readonly ConsensusError[];

  /**
   * @param payload the official fields, with bytes for identifiers, and the members that the message needs beside them.
   * @param isPaid where the same error costs something in one transition and nothing in another.
   * @param also further errors of the same rejection.
   */
  constructor(
    reason: Name,
    payload: ConsensusErrorPayload<Name>,
    isPaid: boolean = TABLE[reason].isPaid,
    also: readonly ConsensusError[] = [],
  ) {
    const definition: Definition<Name> = TABLE[reason];
    const truncated: ConsensusErrorPayload<Name> =
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- shorter texts are texts
      shortened(payload) as ConsensusErrorPayload<Name>;
    const code = definition.ownCode ?? consensusErrorCode(officialOf(reason, truncated));
    const { problem, ...details } = definition.describe(truncated);
    super(`${code} ${reason}: ${problem}`, {
      ...details,
      docs: `dapikit explain ${code}`,
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
    return TABLE[this.reason].ownCode === undefined ? officialOf(this.reason, this.payload) : undefined;
  }
}

/** Returns the official error of a definition without a number of its own. */
const officialOf = (name: ConsensusErrorName, payload: unknown): OfficialError =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such a definition has an official name, and its payload the fields
  consensusErrorNamed(name as OfficialErrorName, payload as never);

/** Rejects a transition for several reasons of one kind at once: throws the first, which has the others. */
export function rejectForEach<Name extends ConsensusErrorName>(
  name: Name,
  payloads: readonly ConsensusErrorPayload<Name>[],
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
