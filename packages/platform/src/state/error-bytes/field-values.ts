import type { ConsensusError as OfficialError } from '@dapikit/protocol';
import type { ConsensusErrorName, ConsensusErrorPayload } from '../../base/errors/consensus-error.js';

/** Returns the official error of a payload; nothing where the network has none. */
export type OfficialForm<Name extends ConsensusErrorName> = (
  payload: ConsensusErrorPayload<Name>,
) => OfficialError | undefined;

/** Lists the official form of each error of a table of errors. */
export type OfficialForms<Names extends ConsensusErrorName> = {
  readonly [Name in Names]: OfficialForm<Name>;
};
