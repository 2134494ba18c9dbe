import type { IncomingMessage } from 'node:http';
import type { Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { ReadinessCheck } from '../health/readiness.js';
import type { Dispatch } from '../json-rpc/dispatch.js';
import type { Origin } from '../json-rpc/origin.js';
import type { JsonSchema } from '../methods/method.js';
import type { Refusal } from '../server/refusals.js';
import type { GatewaySettings } from '../settings.js';

/** What a route's handler may use. */
export interface RouteContext {
  readonly dispatch: Dispatch;
  /** All routes of the gateway. */
  readonly routes: readonly Route[];
  readonly readiness: Pick<ReadinessCheck, 'check'>;
  readonly settings: RouteSettings;
  readonly log: Logger;
}

/** The settings that routes read. */
export type RouteSettings = Pick<GatewaySettings, 'maxBodyBytes' | 'maxContractBytes' | 'maxBatchCalls'>;

/** A request that has come as far as its route. */
export interface RouteRequest extends Origin {
  /** What stands behind the `?` of the target; empty without one. */
  readonly query: string;
  /** Empty for a route that takes none. */
  readonly body: Buffer;
  /** Who asks, and how: its headers and its connection. */
  readonly request: IncomingMessage;
}

/** What a route answers. */
export interface RouteAnswer {
  readonly status: number;
  /** Names and values by turns, besides those that every answer has. */
  readonly headers: readonly string[];
  /** The media type of the body; JSON unless said otherwise. */
  readonly type?: string;
  /** Text or bytes; `undefined` for no body. */
  readonly body: string | Buffer | undefined;
}

/**
 * @throws {Problem} (or rejects with it) for what the request has wrong, on a route whose errors are problems.
 * @throws {Refused} (or rejects with it) when the meter does.
 */
export type RouteHandler = (request: RouteRequest) => Eventually<RouteAnswer>;

/** What a route takes as a body. */
export interface RouteBody {
  /** What its content type must match. */
  readonly type: RegExp;
  /** The answer to another content type. */
  readonly unsupported: Refusal;
  readonly maxBytes: (settings: RouteSettings) => number;
  /** The answer to a larger body. */
  readonly tooLarge: (maxBytes: number) => Refusal;
}

/** One documented error of a route. */
export interface DocumentedProblem {
  readonly status: number;
  /** `code` of the problem. */
  readonly code: string;
  readonly when: string;
}

/** A query parameter, as OpenAPI describes it. */
export interface RouteParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** What an HTTP route is for those who call it; what OpenAPI says of an operation is made from it. */
export interface RouteDocs {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly RouteParameter[];
  /** The body by media type, as OpenAPI describes it. */
  readonly requestBody?: Readonly<Record<string, JsonSchema>>;
  /** What is answered, by status. */
  readonly responses: Readonly<Record<string, JsonSchema>>;
  /** The schemas that the above refer to, by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** What OpenAPI has no word for. */
  readonly extensions?: Readonly<Record<`x-${string}`, unknown>>;
}

/** An HTTP route as a value: where it is, what it takes, what it is for, and how it answers. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What its errors look like: JSON-RPC error objects, or problem details (RFC 9457). */
  readonly errors: 'json-rpc' | 'problem';
  /** Why a request is refused whatever it asks for; absent where anybody may ask. */
  readonly access?: (request: IncomingMessage) => Refusal | undefined;
  /** Which requests it is there for; for others it is not, and no refusal tells of it. Absent where it is there for all. */
  readonly isFor?: (request: IncomingMessage) => boolean;
  /** Absent where no body is taken. */
  readonly body?: RouteBody;
  /** The units of its rate limit that a request takes of a client, or that the handler charges them; 1 when left out. */
  readonly cost?: number | 'by-call';
  /** Whether it is there for everybody, where API keys are asked for. */
  readonly isPublic?: boolean;
  /** The errors of its own, besides those of every route. */
  readonly problems: readonly DocumentedProblem[];
  /** A request that succeeds. */
  readonly example?: { readonly query: string; readonly body: string };
  /** What is said of it. Read when somebody asks, so that nothing is loaded for it at the start. */
  readonly docs: (settings: RouteSettings) => Eventually<RouteDocs>;
  /** Makes its handler for one gateway. */
  readonly open: (context: RouteContext) => RouteHandler;
}

/** The content types of JSON (RFC 8259; RFC 6839, section 3.1). */
export const JSON_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;
