import { NodeUnavailableError, type Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import { RequestRejectedError, type Meter } from '../../admission/limits/meter.js';
import { sizeCost } from '../../admission/limits/size-cost.js';
import { Provenance } from '../../base/provenance.js';
import type { Method, MethodContext } from '../../base/method/method.js';
import {
  UNOBSERVED,
  type CallDetails,
  type CallOutcome,
  type Observer,
} from '../../base/observe/observer.js';
import { repeatedWarning, type RepeatedWarning } from '../../base/observe/repeated-warning.js';
import { asJsonRpcError } from '../../base/method/node-error.js';
import { recovering, whenKnown } from '../../base/messages/eventually.js';
import { ERROR_CODES, JsonRpcError } from '../../base/messages/json-rpc-error.js';
import { methodNotFound, type OtherMethods } from '../../base/messages/method-not-found.js';
import {
  readRequest,
  type Call,
  type InvalidCall,
  type Request,
  type RequestLimits,
} from '../../base/messages/request.js';
import type { Origin } from './origin.js';
import { RequestCaller } from './request-caller.js';
import { writeError, writeResult } from '../../base/messages/response-text.js';
import { type Answer, gather, gatherAll } from './gather-answers.js';

/**
 * Answers the text of a request body.
 * @throws {RequestRejectedError} (or rejects with it) when the meter does, and nothing else.
 */
export type Dispatch = (body: string, origin: Origin) => Eventually<Answer>;

const NONE: readonly Method[] = [];

const DEFAULT_COST = 1;

/** Names of error codes among the outcomes. */
const OUTCOMES: ReadonlyMap<number, CallOutcome> = new Map([
  [ERROR_CODES.parseError, 'parseError'],
  [ERROR_CODES.invalidRequest, 'invalidRequest'],
  [ERROR_CODES.methodNotFound, 'methodNotFound'],
  [ERROR_CODES.invalidParams, 'invalidParams'],
  [ERROR_CODES.internalError, 'internalError'],
  [ERROR_CODES.unavailable, 'unavailable'],
  [ERROR_CODES.rejected, 'rejected'],
  [ERROR_CODES.forbidden, 'forbidden'],
]);

/**
 * Makes the function that answers requests from a table of methods.
 * @param elsewhere names served at other paths, for error messages.
 */
export function createDispatch(
  methods: readonly Method[],
  context: MethodContext,
  limits: RequestLimits,
  log: Logger,
  observer: Pick<Observer, 'call' | 'answered'> = UNOBSERVED,
  elsewhere: readonly OtherMethods[] = [],
): Dispatch {
  const dispatcher = new Dispatcher(methods, context, limits, log, observer, elsewhere);
  return (body, origin) => dispatcher.answer(body, origin);
}

/** Answers requests from a table of methods. */
class Dispatcher {
  readonly #byName: ReadonlyMap<string, Method>;
  readonly #names: readonly string[];
  readonly #context: MethodContext;
  readonly #limits: RequestLimits;
  readonly #log: Logger;
  readonly #observer: Pick<Observer, 'call' | 'answered'>;
  readonly #elsewhere: readonly OtherMethods[];
  readonly #logDeprecated: (method: Method) => void;
  readonly #warn: RepeatedWarning;

  constructor(
    methods: readonly Method[],
    context: MethodContext,
    limits: RequestLimits,
    log: Logger,
    observer: Pick<Observer, 'call' | 'answered'>,
    elsewhere: readonly OtherMethods[],
  ) {
    this.#byName = new Map(methods.map((method) => [method.name, method]));
    this.#names = [...this.#byName.keys()];
    this.#context = context;
    this.#limits = limits;
    this.#log = log;
    this.#observer = observer;
    this.#elsewhere = elsewhere;
    this.#logDeprecated = deprecationLogger(log);
    this.#warn = repeatedWarning(log);
  }

  /** Answers the text of a request body. */
  answer(body: string, origin: Origin): Eventually<Answer> {
    const { meter } = origin;
    const size = meter === undefined ? 0 : sizeCost(Buffer.byteLength(body));
    // To parse a large text costs more than to reject it.
    const rejection = size <= 1 ? undefined : meter?.rejectionOf(DEFAULT_COST + size);
    if (rejection !== undefined) throw new RequestRejectedError(rejection, rejection.body);
    const request = readRequest(body, this.#limits);
    const answer = (): Eventually<Answer> => this.#answerRequest(request, origin);
    return meter === undefined ? answer() : this.#answerCharged(request, size, meter, answer);
  }

  #answerRequest({ isBatch, calls }: Request, origin: Origin): Eventually<Answer> {
    const [first] = calls;
    const caller = new RequestCaller(origin);
    const answer =
      isBatch || first === undefined ? this.#answerBatch(calls, caller) : this.#answerCall(first, caller);
    return whenKnown(answer, (known) => this.#observe(known));
  }

  #answerCharged(
    request: Request,
    size: number,
    meter: Meter,
    answer: () => Eventually<Answer>,
  ): Eventually<Answer> {
    const cost = request.calls.reduce((sum, call) => sum + this.#costOf(call), size);
    if (cost <= meter.max) return whenKnown(charged(request, meter, cost), answer);
    const rejected = {
      body: writeError(tooExpensive(request, cost, meter.max), 'null'),
      deprecated: NONE,
      provenance: new Provenance(),
    };
    return whenKnown(charged(request, meter, DEFAULT_COST + size), () => rejected);
  }

  #costOf(call: Call | InvalidCall): number {
    return ('method' in call ? this.#byName.get(call.method)?.cost : undefined) ?? DEFAULT_COST;
  }

  #observe(answer: Answer): Answer {
    this.#observer.answered(answer.provenance.source);
    return answer;
  }

  #answerBatch(calls: readonly (Call | InvalidCall)[], caller: RequestCaller): Eventually<Answer> {
    if (calls.some((call) => 'method' in call && this.#byName.get(call.method)?.runsInOrder === true))
      return this.#answerInOrder(calls, caller);
    const answers = calls.map((call) => this.#answerCall(call, caller));
    const known = answers.filter(isKnown);
    return known.length === answers.length ? gather(known, caller) : gatherAll(answers, caller);
  }

  async #answerInOrder(calls: readonly (Call | InvalidCall)[], caller: RequestCaller): Promise<Answer> {
    const answers: Answer[] = [];
    for (const call of calls) answers.push(await this.#answerCall(call, caller));
    return gather(answers, caller);
  }

  #answerCall(call: Call | InvalidCall, caller: RequestCaller): Eventually<Answer> {
    if ('error' in call) return this.#answerInvalid(call, caller);
    const method = this.#byName.get(call.method);
    if (method?.deprecated) this.#logDeprecated(method);
    return this.#observer.call(method?.name ?? 'other', (ended) =>
      this.#answerMethod(call, method, caller, ended),
    );
  }

  #answerInvalid({ error, id }: InvalidCall, caller: RequestCaller): Answer {
    const { provenance } = caller;
    return this.#observer.call('none', (ended) => {
      ended(OUTCOMES.get(error.code) ?? 'internalError', detailsOf(caller, undefined, undefined, error));
      return { body: writeError(error, id), deprecated: NONE, provenance };
    });
  }

  #answerMethod(
    call: Call,
    method: Method | undefined,
    caller: RequestCaller,
    ended: (outcome: CallOutcome, details: CallDetails) => void,
  ): Eventually<Answer> {
    const { provenance } = caller;
    const deprecated = method?.deprecated ? [method] : NONE;
    return recovering(
      () => {
        if (method === undefined) throw methodNotFound(call.method, this.#names, this.#elsewhere);
        return whenKnown(method.call(call.params, this.#context, caller), (result) => {
          const body = call.id && writeResult(result, call.id);
          ended('ok', detailsOf(caller, call, result));
          return { body, deprecated, provenance };
        });
      },
      (error) => {
        const answer = asJsonRpcError(error);
        const details = detailsOf(caller, call, undefined, answer);
        if (isCancelled(error)) ended('cancelled', details);
        else {
          ended(OUTCOMES.get(answer.code) ?? 'internalError', details);
          this.#logFailure(answer, error, { requestId: caller.requestId, method: call.method });
        }
        return { body: call.id && writeError(answer, call.id), deprecated, provenance };
      },
    );
  }

  /** Logs errors whose details the response does not contain. */
  #logFailure({ code, data }: JsonRpcError, err: unknown, of: { requestId: string; method: string }): void {
    if (code === ERROR_CODES.internalError) this.#log.error({ err, ...of }, 'method failed');
    else if (code === ERROR_CODES.unavailable) {
      const what = data?.reason === 'store-unavailable' ? 'store unavailable' : 'node unavailable';
      this.#warn(what, reasonOf(err), { err, ...of });
    }
  }
}

const detailsOf = (
  { requestId, isPoll }: RequestCaller,
  call: Call | undefined,
  result: unknown,
  error?: JsonRpcError,
): CallDetails => ({
  requestId,
  method: call?.method,
  params: call?.params.value,
  result,
  error,
  isPoll,
});

/** Charges a request; a rejection is the response under its id. */
function charged({ isBatch, calls }: Request, meter: Meter, cost: number): Eventually<void> {
  return recovering(
    () => meter.charge(cost),
    (error) => {
      const [call] = calls;
      if (isBatch || call === undefined || 'error' in call || !(error instanceof RequestRejectedError))
        throw error;
      const { rejection } = error;
      throw new RequestRejectedError(rejection, call.id && writeError(rejection.error, call.id));
    },
  );
}

function reasonOf(error: unknown): string {
  return error instanceof NodeUnavailableError ? error.reason : 'other';
}

/** Returns whether the caller disconnected before its response. */
function isCancelled(error: unknown): boolean {
  return error instanceof NodeUnavailableError && error.reason === 'cancelled';
}

/** Logs each deprecated method once. */
function deprecationLogger(log: Logger): (method: Method) => void {
  const logged = new Set<string>();
  return ({ name, deprecated }) => {
    if (logged.has(name)) return;
    logged.add(name);
    log.warn({ method: name, ...deprecated }, 'deprecated method called');
  };
}

function isKnown(answer: Eventually<Answer>): answer is Answer {
  return !(answer instanceof Promise);
}

function tooExpensive({ isBatch }: Request, cost: number, max: number): JsonRpcError {
  const [message, reason, fix] = isBatch
    ? ['Batch exceeds the rate-limit burst', 'batch-too-expensive', 'Split the batch.']
    : ['Request exceeds the rate-limit burst', 'request-too-expensive', 'Send a smaller body.'];
  return new JsonRpcError(ERROR_CODES.invalidRequest, message, {
    reason,
    expected: `at most ${max} units at once`,
    found: isBatch ? `calls of ${cost} units` : `a request of ${cost} units`,
    fix,
  });
}
