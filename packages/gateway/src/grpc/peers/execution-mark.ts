import type { Message } from '@bufbuild/protobuf';
import { memberAt } from '../../base/platform-status/loose-json.js';
import type { ProofSubject } from '../method/proof-subject.js';
import type { Verification } from '../upstream/proof-verifier.js';
import type { SentTransition } from './sent-transitions.js';

/** Returns why a response of waitForStateTransitionResult does not pass; `undefined` for one that does. A rejection has no proof, nor has a result that was requested without one. */
export function unfitResult(
  request: Message,
  response: Message,
  { outcome, reason }: Pick<Verification, 'outcome' | 'reason'>,
): string | undefined {
  if (outcome === 'verified' || outcome === 'signed') return undefined;
  if (outcome !== 'unproven') return reason ?? `the proof is ${outcome}`;
  const isError = memberAt(response, 'version', 'value', 'result', 'case') === 'error';
  const isWithProof = memberAt(request, 'version', 'value', 'prove') === true;
  return isError || !isWithProof ? undefined : 'the result has neither a proof nor an error';
}

/** Returns what a result is marked with: `verified` where the state shows that the transition was executed. */
export function executionMark(
  { outcome, state }: Pick<Verification, 'outcome' | 'state'>,
  subject: ProofSubject | undefined,
  sent: SentTransition | undefined,
): 'verified' | 'signed' | 'unproven' {
  if (outcome === 'unproven') return 'unproven';
  if (outcome !== 'verified') return 'signed';
  if (subject?.kind !== 'changed-document') return 'verified';
  // A state from before it was sent may be like the one that it leaves.
  if (sent === undefined || state === undefined || state.height <= sent.seenHeight) return 'signed';
  const isDeleted = subject.expected === undefined;
  // Any state from before the document was created lacks it.
  return isDeleted && sent.seenHeight === 0n ? 'signed' : 'verified';
}
