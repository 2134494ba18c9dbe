import type { IncomingMessage } from 'node:http';
import type { Eventually, Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { StateQuorum } from '@dapikit/platform';
import type { QuorumSource } from '../../base/platform-quorums.js';
import type { ReadinessCheck } from '../health/readiness.js';
import type { Dispatch } from '../../json-rpc/dispatch/dispatch.js';
import type { Origin } from '../../json-rpc/dispatch/origin.js';
import type { JsonSchema } from '../../base/method/method-docs.js';
import type { Rejection } from '../../base/http/rejections.js';
import type { PiecedResponse } from '../../base/messages/pieced-response.js';
import type { GatewaySettings } from '../../settings/settings.js';

/** Lists what a route's handler may use. */
export interface RouteContext {
  readonly dispatch: Dispatch;
  readonly layer1: Layer1;
  /** Quorums of the platform, where they are known without reading them from the layer 1. */
  readonly quorums?: QuorumSource | undefined;
  /** Local platform, where there is one: the key that signs its states, where that is no quorum of layer 1. */
  readonly platform?: { readonly stateQuorum?: () => StateQuorum | undefined } | undefined;
  /** All routes of the gateway. */
  readonly routes: readonly Route[];
  readonly readiness: Pick<ReadinessCheck, 'check'>;
  readonly settings: RouteSettings;
  readonly log: Logger;
}

/** Describes the settings that routes read. */
export type RouteSettings = Pick<
  GatewaySettings,
  'maxBodyBytes' | 'maxContractBytes' | 'maxBatchCalls' | 'docsUrl'
>;

/** Describes a request that has come as far as its route. */
export interface RouteRequest extends Origin {
  /** The query of the target, without `?`; empty without one. */
  readonly query: string;
  /** Empty for a route that takes none. */
  readonly body: Buffer;
  /** Request with its headers and connection. */
  readonly request: IncomingMessage;
}

/** Describes the response of a route. */
export interface RouteAnswer {
  readonly status: number;
  /** Names and values by turns, in addition to those of every response. */
  readonly headers: readonly string[];
  /** The media type of the body; JSON unless said otherwise. */
  readonly type?: string;
  /** Text, bytes, or what gives them piece by piece; `undefined` for no body. */
  readonly body: string | Buffer | PiecedResponse | undefined;
}

/**
 * Handles a request.
 * @throws {ProblemError} (or rejects with it) for what the request has wrong, on a route whose errors are problems.
 * @throws {RequestRejectedError} (or rejects with it) when the meter does.
 */
export type RouteHandler = (request: RouteRequest) => Eventually<RouteAnswer>;

/** Describes the body of a route's requests. */
export interface RouteBody {
  /** Pattern that its content type must match. */
  readonly type: RegExp;
  /** The answer to another content type. */
  readonly unsupported: Rejection;
  readonly maxBytes: (settings: RouteSettings) => number;
  /** Returns the rejection of a larger body. */
  readonly tooLarge: (maxBytes: number) => Rejection;
}

/** Describes one documented error of a route. */
export interface DocumentedProblem {
  readonly status: number;
  /** `code` of the problem. */
  readonly code: string;
  readonly when: string;
}

/** Describes a query parameter as OpenAPI does. */
export interface RouteParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** Documents an HTTP route for its callers; the OpenAPI operation derives from it. */
export interface RouteDocs {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly RouteParameter[];
  /** The body by media type, as OpenAPI describes it. */
  readonly requestBody?: Readonly<Record<string, JsonSchema>>;
  /** Responses by status. */
  readonly responses: Readonly<Record<string, JsonSchema>>;
  /** The schemas that the above refer to, by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Extensions of OpenAPI. */
  readonly extensions?: Readonly<Record<`x-${string}`, unknown>>;
}

/** Describes an HTTP route as a value: where it is, what it takes, what it is for, and how it answers. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The form of its errors: JSON-RPC error objects, or problem details (RFC 9457). */
  readonly errors: 'json-rpc' | 'problem';
  /** Returns the rejection of a request whatever its content; absent where all clients have access. */
  readonly access?: (request: IncomingMessage) => Rejection | undefined;
  /** True if it is only for programs and for pages of its own origin: browsers give its responses to no other page. */
  readonly isSameOrigin?: true;
  /** Returns whether it exists for a request; where it does not, no rejection mentions it. Absent where it exists for all. */
  readonly isFor?: (request: IncomingMessage) => boolean;
  /** Absent where no body is taken. */
  readonly body?: RouteBody;
  /** The units of its rate limit that a request takes of a client, or that the handler charges them; 1 when left out. */
  readonly cost?: number | 'by-call';
  /** True if it is available without an API key, where API keys are required. */
  readonly isPublic?: boolean;
  /** The errors of its own, in addition to those of every route. */
  readonly problems: readonly DocumentedProblem[];
  /** A request that succeeds. */
  readonly example?: { readonly query: string; readonly body: string };
  /** Returns its documentation. Called at the first request for it, so that nothing is loaded for it at the start. */
  readonly docs: (settings: RouteSettings) => Eventually<RouteDocs>;
  /** Makes its handler for one gateway. */
  readonly open: (context: RouteContext) => RouteHandler;
}

/** Defines the content types of JSON (RFC 8259; RFC 6839, section 3.1). */
export const JSON_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;
