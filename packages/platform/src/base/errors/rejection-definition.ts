import type { ConsensusErrorFields, ConsensusErrorName as OfficialErrorName } from '@dapikit/protocol';

/** Describes one occurrence of an error. */
export interface ErrorText {
  /** The problem, as a sentence without a full stop. */
  readonly problem: string;
  readonly expected: string;
  readonly found: string;
  /** The suggested fix; absent where the problem says it. */
  readonly fix?: string;
}

/** Defines a consensus error by its name: the network's definition says its number and its fields. */
export interface RejectionDefinition<Payload> {
  /** True if the signer pays for processing and the nonce is consumed. */
  readonly isPaid: boolean;
  /** A made-up payload, for documentation. */
  readonly example: Payload;
  /** The number of an error of which no serialised form is known. */
  readonly ownCode?: number;
  // A method: a definition may describe more members than the network has fields.
  describe(this: void, payload: Payload): ErrorText;
}

/** Describes the fields of an error with members that only its message needs: the network does not serialise them. */
export type With<Name extends OfficialErrorName, Members> = ConsensusErrorFields<Name> & Readonly<Members>;

/** Lists definitions by the names of the network. */
export type OfficialErrors = {
  readonly [Name in OfficialErrorName]?: RejectionDefinition<ConsensusErrorFields<Name>>;
};

/** Gives a definition a number of its own: no serialised form of such an error is known. */
export const withOwnCode = <Payload>(
  ownCode: number,
  definition: RejectionDefinition<Payload>,
): RejectionDefinition<Payload> => ({ ...definition, ownCode });

/** Defines an error after which the signer pays and the nonce is consumed. */
export const paid = <Payload>(
  example: NoInfer<Payload>,
  describe: (payload: Payload) => ErrorText,
): RejectionDefinition<Payload> => ({ isPaid: true, example, describe });

/** Defines an error after which nothing has changed. */
export const unpaid = <Payload>(
  example: NoInfer<Payload>,
  describe: (payload: Payload) => ErrorText,
): RejectionDefinition<Payload> => ({ isPaid: false, example, describe });
