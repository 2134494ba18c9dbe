import type { Eventually } from '@dapikit/chain';
import { whenKnown } from '../json-rpc/eventually.js';
import { ERROR_CODES, JsonRpcError } from '../json-rpc/json-rpc-error.js';
import type { Params } from '../json-rpc/request.js';
import type { Begin } from '../json-rpc/session.js';
import type { DocumentedError, JsonSchema, Method, MethodDocs } from '../methods/method.js';
import type { ToldChain } from './told-chain.js';
import type { MasternodeDiffs } from './masternode-diffs.js';
import type { TransactionWatch } from './transaction-watch.js';

/** What subscriptions stand on: one of each for a gateway, however many subscribers there are. */
export interface SubscriptionContext {
  readonly chain: ToldChain;
  readonly masternodeDiffs: MasternodeDiffs;
  readonly transactions: TransactionWatch;
}

/** What is said of a subscription in its documentation. The result of the call that opens it is its id. */
export interface SubscriptionDocs extends Omit<
  MethodDocs,
  'result' | 'errors' | 'deprecated' | 'needsWebSocket'
> {
  /** The errors of its own. */
  readonly errors: readonly DocumentedError[];
  /** The schema of what its notifications tell: their `params.result`. */
  readonly notification: JsonSchema;
}

/** A subscription: its documentation, and how it is opened. */
export interface Subscription extends SubscriptionDocs {
  /**
   * Checks a call.
   * @returns how it begins, once the subscriber has its id
   * @throws {JsonRpcError} (or rejects with it) for every outcome that the documentation lists
   */
  open(params: Params, context: SubscriptionContext): Eventually<Begin>;
}

/** The parts of a subscription that depend on the type of its parsed params. */
export interface SubscriptionBehaviour<P> {
  /** @throws {JsonRpcError} -32602 when the params are of no documented shape. */
  readonly parse: (params: Params) => P;
  readonly begin: (params: P, context: SubscriptionContext) => Eventually<Begin>;
}

/** A subscription from its documentation and behaviour. */
export function defineSubscription<P>(
  subscription: SubscriptionDocs & SubscriptionBehaviour<P>,
): Subscription {
  const { parse, begin, ...docs } = subscription;
  return { ...docs, open: (params, context) => begin(parse(params), context) };
}

/** The errors of every call that needs a connection which can be told things. */
export const SESSION_ERRORS: readonly DocumentedError[] = [
  {
    code: ERROR_CODES.invalidRequest,
    reason: 'websocket-required',
    when: 'the call came over HTTP: open a WebSocket at the same address',
  },
];

/** The errors of every call that opens a subscription. */
export const OPENING_ERRORS: readonly DocumentedError[] = [
  ...SESSION_ERRORS,
  {
    code: ERROR_CODES.invalidParams,
    reason: 'too-many-subscriptions',
    when: 'the connection has as many as the setting `max-subscriptions` allows: end one, or open another connection',
  },
];

/** The result of a call that opens a subscription. */
export const ID_SCHEMA: JsonSchema = { type: 'integer', minimum: 1 };

/** What is said of the call that opens a subscription. */
export function openingDocs(subscription: SubscriptionDocs): MethodDocs {
  const { name, summary, description, params, errors, exampleParams, notification } = subscription;
  return {
    name,
    summary,
    description,
    ...(params && { params }),
    result: ID_SCHEMA,
    errors: [...errors, ...OPENING_ERRORS],
    exampleParams,
    needsWebSocket: true,
    notification,
  };
}

/** The methods that open the subscriptions of a table. */
export function openingMethods(
  subscriptions: readonly Subscription[],
  context: SubscriptionContext,
): readonly Method[] {
  return subscriptions.map((subscription) => ({
    ...openingDocs(subscription),
    call: (given, _context, { session }) => {
      const { name } = subscription;
      if (session === undefined) throw webSocketRequired(name);
      return whenKnown(subscription.open(given, context), (begin) => session.subscribe(name, begin));
    },
  }));
}

/** The call came over a connection that cannot be told anything later. */
export function webSocketRequired(method: string): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidRequest, `${method} needs a WebSocket`, {
    reason: 'websocket-required',
    expected: 'the call over a WebSocket',
    found: 'an HTTP request',
    mend: 'Open a WebSocket (ws: for http:, wss: for https:) at the same address and send the same text over it.',
  });
}
