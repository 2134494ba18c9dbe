import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Platform } from '../generated/dapi_pb.js';
import { rejectedMethod, type GrpcContext, type GrpcMethod } from '../method/grpc-method.js';
import * as addressQueries from './address-queries.js';
import * as addressTreeQueries from './address-tree-queries.js';
import { broadcastStateTransition } from './broadcast-state-transition.js';
import * as contestQueries from './contest-queries.js';
import * as voteQueries from './vote-queries.js';
import * as contractQueries from './contract-queries.js';
import { getConsensusParams } from './get-consensus-params.js';
import { getDocumentHistory } from './get-document-history.js';
import { defaultLimitOf, getDocuments } from './get-documents.js';
import { getPathElements } from './get-path-elements.js';
import * as groupQueries from './group-queries.js';
import * as identityKeyQueries from './identity-key-queries.js';
import * as identityQueries from './identity-queries.js';
import { priceOfForwarded } from './platform-query.js';
import * as systemQueries from './system-queries.js';
import * as tokenQueries from './token-queries.js';
import { waitForStateTransitionResult } from './wait-for-state-transition-result.js';

const NO_SHIELDED_POOL = 'the local platform has no shielded pool';

/** The units that a forwarded wait costs in addition: it polls Tenderdash for up to 30 seconds. */
const POLLS_COST = 9;

/**
 * Makes a method that the node of a platform responds to where the settings name one. getStatus is composed here of what several servers
 * say.
 */
function forwardable(method: GrpcMethod): GrpcMethod {
  if (method.kind !== 'unary' || method === systemQueries.getPlatformStatus) return method;
  const { descriptor, handle, subject, cost } = method;
  const limitOf = method === getDocuments ? defaultLimitOf : (): number => 0;
  return {
    ...method,
    handle: async (request: never, context: GrpcContext) => {
      if (!context.upstream.isSet) return handle(request, context);
      const further = method === waitForStateTransitionResult ? POLLS_COST : 0;
      await context.charge(further + priceOfForwarded(request, { cost, defaultLimit: limitOf(request) }));
      return context.upstream.forward(descriptor, request, {
        signal: context.signal,
        respondWith: context.respondWith,
        ...(subject && { subject: () => subject(request) }),
      });
    },
  };
}

const rejectShielded = (descriptor: DescMethodUnary, summary: string): GrpcMethod =>
  rejectedMethod(descriptor, { summary, reason: NO_SHIELDED_POOL });

/** Maps the methods of the service to what serves them. A file of queries exports each under the name of its method. */
const METHODS: Readonly<Record<keyof typeof Platform.method, GrpcMethod>> = {
  ...identityQueries,
  ...identityKeyQueries,
  ...contractQueries,
  ...contestQueries,
  ...voteQueries,
  ...systemQueries,
  ...tokenQueries,
  ...groupQueries,
  ...addressQueries,
  ...addressTreeQueries,
  broadcastStateTransition,
  waitForStateTransitionResult,
  getConsensusParams,
  getDocumentHistory,
  getDocuments,
  getPathElements,
  getStatus: systemQueries.getPlatformStatus,
  getShieldedEncryptedNotes: rejectShielded(
    Platform.method.getShieldedEncryptedNotes,
    'Returns encrypted notes of the shielded pool',
  ),
  getShieldedAnchors: rejectShielded(
    Platform.method.getShieldedAnchors,
    'Returns anchors of the shielded pool',
  ),
  getMostRecentShieldedAnchor: rejectShielded(
    Platform.method.getMostRecentShieldedAnchor,
    'Returns the latest anchor of the shielded pool',
  ),
  getShieldedPoolState: rejectShielded(
    Platform.method.getShieldedPoolState,
    'Returns the balance of the shielded pool',
  ),
  getShieldedNullifiers: rejectShielded(
    Platform.method.getShieldedNullifiers,
    'Returns whether nullifiers are spent',
  ),
};

const BY_NAME: ReadonlyMap<string, GrpcMethod> = new Map(Object.entries(METHODS));

/** Lists the methods of the Platform service, in the order of its definition. */
export const platformRows: readonly GrpcMethod[] = Platform.methods
  .flatMap(({ localName }) => BY_NAME.get(localName) ?? [])
  .map(forwardable);
