import { VerificationError, type VerificationReason } from '../errors/verification-error.js';

/**
 * Lists the consequences of a failed request to a peer.
 *
 * - `lie`: its response contradicts itself, whatever the chain is. The peer goes to quarantine.
 * - `outage`: no response, or none that can be read. The peer gets a pause that doubles.
 * - `exhausted`: the peer limits the rate of requests. It gets a pause of a minute.
 * - `unhelpful`: the peer lacks the data, is behind, or responds for a state that is unknown here. It is asked after others for some seconds.
 * - `rejected`: the peer rejects the request. Others are asked; where all of them reject it, the caller gets the rejection.
 */
export type PeerFailure = 'lie' | 'outage' | 'exhausted' | 'unhelpful' | 'rejected';

/** Reports that a request to one peer failed. */
export class PeerError extends Error {
  override readonly name = 'PeerError';

  constructor(
    readonly failure: PeerFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Reports that no peer gave a response that verifies. */
export class PeersUnavailableError extends Error {
  override readonly name = 'PeersUnavailableError';

  /** @param failures of the peers that were asked, in their order */
  constructor(
    message: string,
    readonly failures: readonly PeerError[] = [],
  ) {
    super(message);
  }
}

/**
 * The consequences for the sender of data that do not verify. Only a contradiction within the data of one peer is a lie: data of another block or
 * branch, and of a version that is unknown here, may come from an honest one.
 */
const FAILURES: Readonly<Record<VerificationReason, PeerFailure | undefined>> = {
  malformed: 'outage',
  'list-root': 'lie',
  'quorum-root': 'lie',
  'coinbase-proof': 'lie',
  'coinbase-height': 'lie',
  'merkle-root': 'lie',
  'header-work': 'lie',
  'missing-commitment': 'lie',
  // The state that is walked from may be wrong.
  'other-quorums': 'unhelpful',
  'unsupported-version': 'unhelpful',
  'wrong-base': 'unhelpful',
  'inapplicable-diff': 'unhelpful',
  'header-hash': 'unhelpful',
  'header-link': 'unhelpful',
  'header-target': 'unhelpful',
  'no-signer': 'unhelpful',
  'unknown-signer': 'unhelpful',
  // The quorums 8 blocks below may be others than those that are known here.
  'chain-lock-signature': 'unhelpful',
  'not-chain-locked': 'unhelpful',
  'chain-lock-conflict': 'unhelpful',
  'wrong-network': 'outage',
  'old-checkpoint': 'unhelpful',
  // The signatures of its quorums say so, not a peer.
  'wrong-checkpoint': undefined,
  'damaged-state': 'unhelpful',
};

/** Returns the failure of a peer that an error says; `undefined` for an error that no peer caused. */
export function peerFailureOf(error: unknown): PeerError | undefined {
  if (error instanceof PeerError) return error;
  if (!(error instanceof VerificationError)) return undefined;
  const failure = FAILURES[error.reason];
  return (
    failure &&
    new PeerError(failure, `${error.reason}: ${error.message}`, {
      cause: error,
    })
  );
}
