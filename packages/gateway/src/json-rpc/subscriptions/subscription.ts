import type { Eventually } from '@dapikit/chain';
import { whenKnown } from '../../base/messages/eventually.js';
import { ERROR_CODES, JsonRpcError } from '../../base/messages/json-rpc-error.js';
import type { Params } from '../../base/messages/request.js';
import type { Begin, Session } from '../../base/messages/session.js';
import type { Method } from '../../base/method/method.js';
import type { DocumentedError, JsonSchema, MethodDocs } from '../../base/method/method-docs.js';
import type { ParamList } from '../../base/method/param-list.js';
import type { NotifiedChain } from './notified-chain.js';
import type { MasternodeDiffs } from './masternode-diffs.js';
import type { TransactionWatch } from './transaction-watch.js';

/** Lists the dependencies of subscriptions: one of each for a gateway, however many subscribers there are. */
export interface SubscriptionContext {
  readonly chain: NotifiedChain;
  readonly masternodeDiffs: MasternodeDiffs;
  readonly transactions: TransactionWatch;
}

/** Documents a subscription. The result of the call that opens it is its id. */
export interface SubscriptionDocs extends Omit<
  MethodDocs,
  'result' | 'errors' | 'deprecated' | 'needsWebSocket'
> {
  /** The errors of its own. */
  readonly errors: readonly DocumentedError[];
  /** The schema of `params.result` of its notifications. */
  readonly notification: JsonSchema;
}

/** Describes a subscription: its documentation, and how it is opened. */
export interface Subscription<Context = SubscriptionContext> extends SubscriptionDocs {
  /**
   * Checks a call.
   * @returns how it begins, once the subscriber has its id
   * @throws {JsonRpcError} (or rejects with it) for every outcome that the documentation lists
   */
  open(params: Params, context: Context, session: Session): Eventually<Begin>;
}

/** Defines a subscription: its documentation, its params and how it begins. */
export interface SubscriptionDefinition<P, Context = SubscriptionContext> extends Omit<
  SubscriptionDocs,
  'params'
> {
  readonly params: ParamList<P>;
  readonly begin: (params: P, context: Context, session: Session) => Eventually<Begin>;
}

/** Defines a subscription. */
export function defineSubscription<P, Context = SubscriptionContext>({
  params,
  begin,
  ...docs
}: SubscriptionDefinition<P, Context>): Subscription<Context> {
  return {
    ...docs,
    ...(params.schema && { params: params.schema }),
    open: (given, context, session) => begin(params.read(given), context, session),
  };
}

/** Lists the errors of every call that needs a connection with notifications. */
export const SESSION_ERRORS: readonly DocumentedError[] = [
  {
    code: ERROR_CODES.invalidRequest,
    reason: 'websocket-required',
    when: 'the call came over HTTP: open a WebSocket at the same address',
  },
];

/** Lists the errors of every call that opens a subscription. */
export const OPENING_ERRORS: readonly DocumentedError[] = [
  ...SESSION_ERRORS,
  {
    code: ERROR_CODES.invalidParams,
    reason: 'too-many-subscriptions',
    when: 'the connection has reached `max-subscriptions`: end a subscription or open another connection',
  },
];

/** Defines the result of a call that opens a subscription. */
export const ID_SCHEMA: JsonSchema = { type: 'integer', minimum: 1 };

/** Returns the documentation of the call that opens a subscription. */
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

/** Returns the methods that open the subscriptions of a table. */
export function openingMethods<Context>(
  subscriptions: readonly Subscription<Context>[],
  context: Context,
): readonly Method[] {
  return subscriptions.map((subscription) => ({
    ...openingDocs(subscription),
    call: (given, _context, { session }) => {
      const { name } = subscription;
      if (session === undefined) throw webSocketRequired(name);
      return whenKnown(subscription.open(given, context, session), (begin) => session.subscribe(name, begin));
    },
  }));
}

/** Returns the rejection of a call over a connection without notifications. */
export function webSocketRequired(method: string): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidRequest, `${method} needs a WebSocket`, {
    reason: 'websocket-required',
    expected: 'the call over a WebSocket',
    found: 'an HTTP request',
    fix: 'Open a WebSocket (ws: for http:, wss: for https:) at the same address and send the same text over it.',
  });
}
