import {
  ConsensusError,
  ContractRejectedError,
  KnownTransitionError,
  UnsupportedTransitionError,
} from '@dapikit/platform';
import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod, type GrpcParts } from '../method/grpc-method.js';
import { openPlatform } from './open-platform.js';
import { rejectionStatusOf } from './rejection-status.js';

/** Why signed state transitions are rejected. */
const TRANSITIONS_OFF = 'this gateway accepts no state transitions: set platform-transitions to signed';

/** Rejects state transitions where the setting does not admit them. @throws {GrpcError} FAILED_PRECONDITION */
function checkAdmitted({ platformTransitions }: Pick<GrpcParts, 'platformTransitions'>): void {
  if (platformTransitions !== 'signed') throw new GrpcError('failedPrecondition', TRANSITIONS_OFF);
}

export const broadcastStateTransition = unaryMethod(Platform.method.broadcastStateTransition, {
  summary: 'Checks a signed state transition, and executes it in a block',
  description:
    'Runs the checks of a node before it adds a transition to its mempool; a rejection is free. A rejection by the block is charged and returned by waitForStateTransitionResult. The response is sent when the block is stored; where `platform-block-time` is set, as soon as the transition waits for its block. The metadata of a rejection has the code of the consensus error (`code`), its serialised form (`dash-serialized-consensus-error-bin`) and both with the message in CBOR (`drive-error-data-bin`), except for the few errors without such a form.',
  cost: 10,
  errors: [
    {
      status: 'invalidArgument',
      when: 'the bytes are missing or no state transition, or it is rejected with a code from 10000 or from 40000 on',
    },
    { status: 'unauthenticated', when: 'its key or its signature is rejected, with a code from 20000 on' },
    { status: 'alreadyExists', when: 'the same bytes were sent before' },
    {
      status: 'failedPrecondition',
      when: `the setting does not admit it (${TRANSITIONS_OFF}), the platform does not execute transitions of this kind, or this gateway has no local platform`,
    },
    { status: 'unavailable', when: 'the database of the platform does not respond: try again later' },
  ],
  handle: async ({ stateTransition }, context) => {
    checkAdmitted(context);
    if (stateTransition.length === 0)
      throw new GrpcError('invalidArgument', 'State Transition is not specified');
    const platform = await openPlatform(context);
    try {
      await platform.broadcastStateTransition({ stateTransition });
      context.noteOutcome('sent to a block');
      return {};
    } catch (error) {
      throw broadcastStatus(error);
    }
  },
});

/** Returns the status for a state transition that was not executed; other errors as they are. */
export function broadcastStatus(error: unknown): unknown {
  if (error instanceof ConsensusError || error instanceof ContractRejectedError)
    return rejectionStatusOf(error);
  if (error instanceof KnownTransitionError)
    return new GrpcError('alreadyExists', `state transition already in ${error.place}`, {}, { cause: error });
  if (error instanceof UnsupportedTransitionError)
    return new GrpcError('failedPrecondition', error.message, {}, { cause: error });
  return error;
}
