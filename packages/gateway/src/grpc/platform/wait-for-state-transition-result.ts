import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod } from '../method/grpc-method.js';
import { broadcastStatus } from './broadcast-state-transition.js';
import { openPlatform } from './open-platform.js';
import { oneofMember, QUERY_STATUSES } from './platform-query.js';
import { provenExecution } from './proven-execution.js';
import { serializedError } from './rejection-status.js';
import { invalidArgument, readBytes } from './request-values.js';
import { metadataOf } from './response-metadata.js';

/** As official servers: `DAPI_STATE_TRANSITION_WAIT_TIMEOUT`. */
const MAX_WAIT_MS = 30_000;
const HASH_BYTES = 32;

/** The code of an error that the network has no number for: that of gRPC's INVALID_ARGUMENT. */
const NO_CODE = 3;

export const waitForStateTransitionResult = unaryMethod(Platform.method.waitForStateTransitionResult, {
  summary: 'Waits until a block has executed a state transition, and returns its result',
  description:
    'The hash is SHA-256 of the bytes that were sent. The response is immediate if a block has executed it, also after a restart. A rejection that its signer paid for is a response with `error`; the metadata of the response has its serialised form as well. After success there is a proof of what it changed if that is requested.',
  errors: [
    { status: 'invalidArgument', when: 'version is missing, or the hash does not have 32 bytes' },
    { status: 'deadlineExceeded', when: 'no block has executed it within 30 seconds, or by the deadline' },
    {
      status: 'invalidArgument',
      when: 'it waited for a block that rejects it at no charge, with a code from 10000 or from 40000 on',
    },
    ...QUERY_STATUSES,
  ],
  handle: async ({ version }, context) => {
    if (version.case === undefined) throw invalidArgument('version is missing: send version 0');
    const id = readBytes(version.value.stateTransitionHash, HASH_BYTES, 'state_transition_hash');
    const platform = await openPlatform(context);
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
    const executed = await platform.waitForStateTransition({ id, signal }).catch((error: unknown) => {
      throw broadcastStatus(error);
    });
    if (executed === undefined)
      throw new GrpcError('deadlineExceeded', 'no block has executed the state transition yet');
    const { rejection } = executed;
    if (rejection === undefined && version.value.prove) return provenExecution(platform, executed);
    const metadata = await platform.readState((state) => Promise.resolve(metadataOf(state)));
    if (rejection === undefined) return { version: oneofMember('v0', { metadata }) };
    const { code = NO_CODE, name, message, bytes: data = new Uint8Array() } = rejection;
    context.noteOutcome(`rejected: ${code} ${name}`);
    if (rejection.bytes !== undefined) context.respondWith(serializedError(rejection.bytes));
    return {
      version: oneofMember('v0', { result: oneofMember('error', { code, message, data }), metadata }),
    };
  },
});
