import { create } from '@bufbuild/protobuf';
import { encode } from 'cborg';
import {
  BroadcastStateTransitionResponseSchema,
  WaitForStateTransitionResultResponseSchema,
  type BroadcastStateTransitionRequest,
  type BroadcastStateTransitionResponse,
  type WaitForStateTransitionResultRequest,
  type WaitForStateTransitionResultResponse,
} from '../generated/dapi_pb.js';
import { DriveInternal } from '../generated/drive_pb.js';
import { GrpcError, type GrpcMetadata, type GrpcStatusName } from '../method/grpc-error.js';
import type { ForwardedCall } from '../method/platform-upstream.js';
import type { CommitPolls } from './commit-polls.js';
import { statusName } from './drive-connection.js';
import type { DrivePool } from './drive-pool.js';
import {
  TenderdashError,
  type CommittedTransition,
  type TenderdashConnection,
  type TransitionCheck,
} from './tenderdash-connection.js';

/** Describes the servers of a node that execute state transitions and prove what they changed. */
export interface TransitionServers {
  readonly drive: Pick<DrivePool, 'call'>;
  readonly tenderdash: TenderdashConnection;
  readonly commits: CommitPolls;
  /** Called with the height of a block that the platform has executed. */
  readonly sawHeight: (height: number) => void;
}

/** The status for each text with which Tenderdash rejects before a check. Source: rs-dapi in dashpay/platform. */
const REJECTIONS: readonly (readonly [part: string, status: GrpcStatusName, message: string])[] = [
  ['Tx too large.', 'invalidArgument', 'state transition is too large'],
  ['mempool is full', 'resourceExhausted', 'mempool is full'],
  ['too_many_requests', 'resourceExhausted', 'the platform takes no more requests now'],
  ['context deadline exceeded', 'deadlineExceeded', 'the platform did not check it in time'],
  ['broadcast confirmation not received:', 'deadlineExceeded', 'the platform did not check it in time'],
];
const ALREADY_KNOWN = 'tx already exists in cache';

/**
 * Sends a state transition to the mempool of a node.
 * @throws {GrpcError} (rejects) as `broadcastStateTransition` of official servers, but own timeouts are DEADLINE_EXCEEDED
 */
export async function forwardBroadcast(
  { stateTransition }: BroadcastStateTransitionRequest,
  { tenderdash }: TransitionServers,
): Promise<BroadcastStateTransitionResponse> {
  if (stateTransition.length === 0)
    throw new GrpcError('invalidArgument', 'State Transition is not specified');
  const check = await rejectedOr(async () => tenderdash.broadcast(stateTransition));
  if (check.text === ALREADY_KNOWN) throw await knownStatus(stateTransition, tenderdash);
  if (check.code !== 0) throw rejectionOf(check.text) ?? consensusStatus(check);
  return create(BroadcastStateTransitionResponseSchema);
}

/** Returns a check, also where Tenderdash reports the rejection as an error of its own. */
async function rejectedOr(check: () => Promise<TransitionCheck>): Promise<TransitionCheck> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof TenderdashError)) throw error;
    if (error.text === ALREADY_KNOWN) return { code: 1, text: error.text, consensusError: undefined };
    throw rejectionOf(error.text) ?? new GrpcError('internal', 'Internal error', {}, { cause: error });
  }
}

function rejectionOf(text: string): GrpcError | undefined {
  const found = REJECTIONS.find(([part]) => text.includes(part));
  return found && new GrpcError(found[1], found[2]);
}

/** Returns why a node does not take a state transition that it has seen before. */
async function knownStatus(transition: Uint8Array, tenderdash: TenderdashConnection): Promise<GrpcError> {
  if (await tenderdash.hasUnconfirmed(transition))
    return new GrpcError('alreadyExists', 'state transition already in mempool');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(transition)));
  if ((await tenderdash.committed(hash)) !== undefined)
    return new GrpcError('alreadyExists', 'state transition already in chain');
  const check = await rejectedOr(async () => tenderdash.check(transition));
  if (check.code !== 0) return rejectionOf(check.text) ?? consensusStatus(check);
  return new GrpcError(
    'internal',
    'the platform checked the state transition and left it out of its block: make it again with another nonce',
  );
}

/** The first code of each range of Tenderdash's codes, and its status; below are those of gRPC. Source: `error_mapping.rs` of rs-dapi. */
const STATUSES: readonly (readonly [from: number, status: GrpcStatusName])[] = [
  [50_000, 'internal'],
  [40_000, 'invalidArgument'],
  [30_000, 'failedPrecondition'],
  [20_000, 'unauthenticated'],
  [10_000, 'invalidArgument'],
  [17, 'unknown'],
];

function consensusStatus(check: TransitionCheck): GrpcError {
  const [, status] = STATUSES.find(([from]) => check.code >= from) ?? [0, statusName(check.code)];
  const message = check.text || `the platform rejected it with code ${check.code}`;
  return new GrpcError(status, message, consensusMetadata(check));
}

function consensusMetadata({ code, text, consensusError }: TransitionCheck): GrpcMetadata {
  if (consensusError === undefined) return {};
  return {
    code: String(code),
    'drive-error-data-bin': encode({ code, message: text, consensus_error: consensusError }),
    'dash-serialized-consensus-error-bin': consensusError,
  };
}

/** As official servers: `DAPI_STATE_TRANSITION_WAIT_TIMEOUT`. */
const MAX_WAIT_MS = 30_000;
const PROOF_TIMEOUT_MS = 15_000;
const HASH_BYTES = 32;

/**
 * Waits until a block of the platform has a state transition, and returns its result.
 * @throws {GrpcError} (rejects) DEADLINE_EXCEEDED after 30 seconds; the status of Drive where it gives no proof: success always has the
 * requested proof
 */
export async function forwardWait(
  { version }: WaitForStateTransitionResultRequest,
  { drive, commits, sawHeight }: TransitionServers,
  call: ForwardedCall,
): Promise<WaitForStateTransitionResultResponse> {
  if (version.case === undefined)
    throw new GrpcError('invalidArgument', 'version is missing: send version 0');
  const { stateTransitionHash, prove } = version.value;
  if (stateTransitionHash.length !== HASH_BYTES)
    throw new GrpcError(
      'invalidArgument',
      `state_transition_hash: expected 32 bytes, found ${stateTransitionHash.length}`,
    );
  const { height, bytes, check } = await commitOf(stateTransitionHash, commits, call.signal);
  sawHeight(height);
  const metadata = { height: BigInt(height) };
  if (check.code !== 0) {
    call.respondWith(consensusMetadata(check));
    const error = { code: check.code, message: check.text, data: check.consensusError ?? new Uint8Array() };
    return result({ result: { case: 'error', value: error }, metadata });
  }
  if (!prove) return result({ metadata });
  const proven = await drive.call(
    DriveInternal.method.getProofs,
    { stateTransition: bytes },
    PROOF_TIMEOUT_MS,
  );
  if (proven.proof === undefined || proven.metadata === undefined)
    throw new GrpcError('internal', 'the platform gave no proof of the executed state transition');
  return result({ result: { case: 'proof', value: proven.proof }, metadata: proven.metadata });
}

type ResultV0 = Extract<
  NonNullable<Parameters<typeof create<typeof WaitForStateTransitionResultResponseSchema>>[1]>['version'],
  { readonly case: 'v0' }
>['value'];

const result = (value: ResultV0): WaitForStateTransitionResultResponse =>
  create(WaitForStateTransitionResultResponseSchema, { version: { case: 'v0', value } });

async function commitOf(
  hash: Uint8Array,
  commits: CommitPolls,
  signal: AbortSignal,
): Promise<CommittedTransition> {
  const end = AbortSignal.timeout(MAX_WAIT_MS);
  try {
    return await commits.wait(hash, AbortSignal.any([signal, end]));
  } catch (error) {
    if (error !== end.reason) throw error;
    throw new GrpcError('deadlineExceeded', 'no block has executed the state transition yet');
  }
}
