import { NodeUnavailable, type Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import { Refused, type Meter } from '../limits/meter.js';
import { Provenance } from '../memory/provenance.js';
import type { Method, MethodContext } from '../methods/method.js';
import { UNOBSERVED, type CallOutcome, type Observer } from '../observe/observer.js';
import { repeatedWarning } from '../observe/repeated-warning.js';
import { asJsonRpcError } from '../methods/node-error.js';
import { recovering, whenKnown } from './eventually.js';
import { ERROR_CODES, JsonRpcError } from './json-rpc-error.js';
import { methodNotFound, type OtherMethods } from './method-not-found.js';
import { readRequest, type Call, type InvalidCall, type Request, type RequestLimits } from './request.js';
import type { Origin } from './origin.js';
import { RequestCaller } from './request-caller.js';
import { writeError, writeResult } from './response-text.js';

/** The answer to the body of a request. */
export interface Answer {
  /** `undefined` when there is nothing to answer: a notification, or a batch of them. */
  readonly body: string | undefined;
  /** The deprecated methods that were called. */
  readonly deprecated: readonly Method[];
  /** Where the results came from. */
  readonly provenance: Provenance;
}

/**
 * Answers the text of a request body.
 * @throws {Refused} (or rejects with it) when the meter does, and nothing else.
 */
export type Dispatch = (body: string, origin: Origin) => Eventually<Answer>;

const NONE: readonly Method[] = [];
const DEFAULT_COST = 1;

/** What an error code is called among the outcomes. */
const OUTCOMES: ReadonlyMap<number, CallOutcome> = new Map([
  [ERROR_CODES.parseError, 'parseError'],
  [ERROR_CODES.invalidRequest, 'invalidRequest'],
  [ERROR_CODES.methodNotFound, 'methodNotFound'],
  [ERROR_CODES.invalidParams, 'invalidParams'],
  [ERROR_CODES.internalError, 'internalError'],
  [ERROR_CODES.unavailable, 'unavailable'],
  [ERROR_CODES.refused, 'refused'],
  [ERROR_CODES.forbidden, 'forbidden'],
]);

/**
 * Makes the function that answers requests from a table of methods.
 * @param elsewhere what is served at other paths, for who asks for it here.
 */
export function createDispatch(
  methods: readonly Method[],
  context: MethodContext,
  limits: RequestLimits,
  log: Logger,
  observer: Pick<Observer, 'call' | 'answered'> = UNOBSERVED,
  elsewhere: readonly OtherMethods[] = [],
): Dispatch {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const names = [...byName.keys()];
  const logDeprecated = deprecationLogger(log);
  const warn = repeatedWarning(log);

  return (body, origin) => {
    const request = readRequest(body, limits);
    const answer = (): Eventually<Answer> => answerRequest(request, origin);
    return origin.meter === undefined ? answer() : answerCharged(request, origin.meter, answer);
  };

  function answerRequest({ isBatch, calls }: Request, origin: Origin): Eventually<Answer> {
    const [first] = calls;
    const caller = new RequestCaller(origin);
    const answer = isBatch || first === undefined ? answerBatch(calls, caller) : answerCall(first, caller);
    return whenKnown(answer, told);
  }

  function answerCharged(
    request: Request,
    meter: Meter,
    answer: () => Eventually<Answer>,
  ): Eventually<Answer> {
    const cost = request.calls.reduce((sum, call) => sum + costOf(call), 0);
    if (cost <= meter.most) return whenKnown(charged(request, meter, cost), answer);
    const refused = {
      body: writeError(batchTooDear(cost, meter.most), 'null'),
      deprecated: NONE,
      provenance: new Provenance(),
    };
    return whenKnown(charged(request, meter, DEFAULT_COST), () => refused);
  }

  function costOf(call: Call | InvalidCall): number {
    return ('method' in call ? byName.get(call.method)?.cost : undefined) ?? DEFAULT_COST;
  }

  function told(answer: Answer): Answer {
    observer.answered(answer.provenance.source);
    return answer;
  }

  function answerBatch(calls: readonly (Call | InvalidCall)[], caller: RequestCaller): Eventually<Answer> {
    const answers = calls.map((call) => answerCall(call, caller));
    const known = answers.filter(isKnown);
    return known.length === answers.length ? gather(known, caller) : gatherAll(answers, caller);
  }

  function answerCall(call: Call | InvalidCall, caller: RequestCaller): Eventually<Answer> {
    if ('error' in call) return answerInvalid(call, caller);
    const method = byName.get(call.method);
    if (method?.deprecated) logDeprecated(method);
    return observer.call(method?.name ?? 'other', (ended) => answerMethod(call, method, caller, ended));
  }

  function answerInvalid({ error, id }: InvalidCall, { provenance }: RequestCaller): Answer {
    return observer.call('none', (ended) => {
      ended(OUTCOMES.get(error.code) ?? 'internalError');
      return { body: writeError(error, id), deprecated: NONE, provenance };
    });
  }

  function answerMethod(
    call: Call,
    method: Method | undefined,
    caller: RequestCaller,
    ended: (outcome: CallOutcome) => void,
  ): Eventually<Answer> {
    const { provenance } = caller;
    const deprecated = method?.deprecated ? [method] : NONE;
    return recovering(
      () => {
        if (method === undefined) throw methodNotFound(call.method, names, elsewhere);
        return whenKnown(method.call(call.params, context, caller), (result) => {
          const body = call.id && writeResult(result, call.id);
          ended('ok');
          return { body, deprecated, provenance };
        });
      },
      (error) => {
        const answer = asJsonRpcError(error);
        if (isCancelled(error)) ended('cancelled');
        else {
          ended(OUTCOMES.get(answer.code) ?? 'internalError');
          logFailure(answer, error, { requestId: caller.requestId, method: call.method });
        }
        return { body: call.id && writeError(answer, call.id), deprecated, provenance };
      },
    );
  }

  /** What the caller is not told in full is in the log. */
  function logFailure(
    { code, data }: JsonRpcError,
    err: unknown,
    of: { requestId: string; method: string },
  ): void {
    if (code === ERROR_CODES.internalError) log.error({ err, ...of }, 'method failed');
    else if (code === ERROR_CODES.unavailable) {
      const what = data?.reason === 'store-unavailable' ? 'store unavailable' : 'node unavailable';
      warn(what, reasonOf(err), { err, ...of });
    }
  }
}

/** A refusal answers the request under its id. */
function charged({ isBatch, calls }: Request, meter: Meter, cost: number): Eventually<void> {
  return recovering(
    () => meter.charge(cost),
    (error) => {
      const [call] = calls;
      if (isBatch || call === undefined || 'error' in call || !(error instanceof Refused)) throw error;
      const { refusal } = error;
      throw new Refused(refusal, call.id && writeError(refusal.error, call.id));
    },
  );
}

function reasonOf(error: unknown): string {
  return error instanceof NodeUnavailable ? error.reason : 'other';
}

/** The caller went away before its answer. */
function isCancelled(error: unknown): boolean {
  return error instanceof NodeUnavailable && error.reason === 'cancelled';
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

function gather(answers: readonly Answer[], { provenance }: RequestCaller): Answer {
  const deprecated = new Set<Method>();
  let written = '';
  for (const answer of answers) {
    for (const method of answer.deprecated) deprecated.add(method);
    if (answer.body !== undefined) written += written === '' ? answer.body : `,${answer.body}`;
  }
  return { body: written === '' ? undefined : `[${written}]`, deprecated: [...deprecated], provenance };
}

async function gatherAll(answers: readonly Eventually<Answer>[], caller: RequestCaller): Promise<Answer> {
  return gather(await Promise.all(answers.map(async (answer) => answer)), caller);
}

function isKnown(answer: Eventually<Answer>): answer is Answer {
  return !(answer instanceof Promise);
}

function batchTooDear(cost: number, most: number): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidRequest, 'Batch is too dear', {
    reason: 'batch-too-dear',
    expected: `at most ${most} units at once`,
    found: `calls of ${cost} units`,
    mend: 'Split the batch.',
  });
}
