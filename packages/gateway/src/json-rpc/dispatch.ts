import type { Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { Meter } from '../limits/meter.js';
import { Provenance, type TracedCall } from '../memory/provenance.js';
import type { Method, MethodContext } from '../methods/method.js';
import { UNOBSERVED, type CallOutcome, type Observer } from '../observe/observer.js';
import { asJsonRpcError } from '../methods/node-error.js';
import { recovering, whenKnown } from './eventually.js';
import { ERROR_CODES, excerpt, JsonRpcError } from './json-rpc-error.js';
import {
  readRequest,
  type Call,
  type InvalidCall,
  type Request,
  type RequestLimits,
  type SourceText,
} from './request.js';

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
 * Answers the text of a request body. The id names the request in the log.
 * @param meter what the calls are charged on, all at once before the first of them
 * @throws {Refused} (or rejects with it) when the meter does, and nothing else.
 */
export type Dispatch = (body: string, requestId: string, meter?: Meter) => Eventually<Answer>;

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
]);

/** Makes the function that answers requests from a table of methods. */
export function createDispatch(
  methods: readonly Method[],
  context: MethodContext,
  limits: RequestLimits,
  log: Logger,
  observer: Pick<Observer, 'call' | 'answered'> = UNOBSERVED,
): Dispatch {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const names = [...byName.keys()];

  return (body, requestId, meter) => {
    const request = readRequest(body, limits);
    return meter === undefined ? answerRequest(request, requestId) : answerCharged(request, requestId, meter);
  };

  function answerRequest({ isBatch, calls }: Request, requestId: string): Eventually<Answer> {
    const [first] = calls;
    const caller = { provenance: new Provenance() };
    const answer =
      isBatch || first === undefined
        ? answerBatch(calls, requestId, caller)
        : answerCall(first, requestId, caller);
    return whenKnown(answer, told);
  }

  function answerCharged(request: Request, requestId: string, meter: Meter): Eventually<Answer> {
    const cost = request.calls.reduce((sum, call) => sum + costOf(call), 0);
    if (cost <= meter.most) return whenKnown(meter.charge(cost), () => answerRequest(request, requestId));
    const answer = {
      body: writeError(batchTooDear(cost, meter.most), 'null'),
      deprecated: NONE,
      provenance: new Provenance(),
    };
    return whenKnown(meter.charge(DEFAULT_COST), () => answer);
  }

  function costOf(call: Call | InvalidCall): number {
    return ('method' in call ? byName.get(call.method)?.cost : undefined) ?? DEFAULT_COST;
  }

  function told(answer: Answer): Answer {
    observer.answered(answer.provenance.source);
    return answer;
  }

  function answerBatch(
    calls: readonly (Call | InvalidCall)[],
    requestId: string,
    caller: Caller,
  ): Eventually<Answer> {
    const answers = calls.map((call) => answerCall(call, requestId, caller));
    const known = answers.filter(isKnown);
    return known.length === answers.length ? gather(known, caller) : gatherAll(answers, caller);
  }

  function answerCall(call: Call | InvalidCall, requestId: string, caller: Caller): Eventually<Answer> {
    if ('error' in call) return answerInvalid(call, caller);
    const method = byName.get(call.method);
    return observer.call(method?.name ?? 'other', (ended) =>
      answerMethod(call, method, requestId, caller, ended),
    );
  }

  function answerInvalid({ error, id }: InvalidCall, { provenance }: Caller): Answer {
    return observer.call('none', (ended) => {
      ended(OUTCOMES.get(error.code) ?? 'internalError');
      return { body: writeError(error, id), deprecated: NONE, provenance };
    });
  }

  function answerMethod(
    call: Call,
    method: Method | undefined,
    requestId: string,
    caller: Caller,
    ended: (outcome: CallOutcome) => void,
  ): Eventually<Answer> {
    const { provenance } = caller;
    const deprecated = method?.deprecated ? [method] : NONE;
    return recovering(
      () => {
        if (method === undefined) throw methodNotFound(call.method, names);
        return whenKnown(method.call(call.params, context, caller), (result) => {
          const body = call.id && writeResult(result, call.id);
          ended('ok');
          return { body, deprecated, provenance };
        });
      },
      (error) => {
        const answer = asJsonRpcError(error);
        ended(OUTCOMES.get(answer.code) ?? 'internalError');
        logFailure(answer, error, { requestId, method: call.method });
        return { body: call.id && writeError(answer, call.id), deprecated, provenance };
      },
    );
  }

  /** What the caller is not told in full is in the log. */
  function logFailure({ code }: JsonRpcError, err: unknown, of: { requestId: string; method: string }): void {
    if (code === ERROR_CODES.internalError) log.error({ err, ...of }, 'method failed');
    else if (code === ERROR_CODES.unavailable) log.warn({ err, ...of }, 'node unavailable');
  }
}

/** Who a request came from: its calls tell it where their results come from. */
type Caller = TracedCall & Pick<Answer, 'provenance'>;

function gather(answers: readonly Answer[], { provenance }: Caller): Answer {
  const deprecated = new Set<Method>();
  let written = '';
  for (const answer of answers) {
    for (const method of answer.deprecated) deprecated.add(method);
    if (answer.body !== undefined) written += written === '' ? answer.body : `,${answer.body}`;
  }
  return { body: written === '' ? undefined : `[${written}]`, deprecated: [...deprecated], provenance };
}

async function gatherAll(answers: readonly Eventually<Answer>[], caller: Caller): Promise<Answer> {
  return gather(await Promise.all(answers.map(async (answer) => answer)), caller);
}

function isKnown(answer: Eventually<Answer>): answer is Answer {
  return !(answer instanceof Promise);
}

function writeResult(result: unknown, id: SourceText): string {
  const json = JSON.stringify(result);
  if (json === undefined) throw new TypeError('a method gave a result that JSON cannot tell');
  return `{"jsonrpc":"2.0","result":${json},"id":${id}}`;
}

/** The JSON text of an error response. `id` is the text of the request's id, or `null`. */
export function writeError({ code, message, data }: JsonRpcError, id: SourceText): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}

function batchTooDear(cost: number, most: number): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.invalidRequest, 'Batch is too dear', {
    reason: 'batch-too-dear',
    expected: `at most ${most} units at once`,
    found: `calls of ${cost} units`,
    mend: 'Split the batch.',
  });
}

function methodNotFound(name: string, names: readonly string[]): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.methodNotFound, 'Method not found', {
    reason: 'unknown-method',
    expected: `one of ${names.join(', ')}`,
    found: excerpt(name),
    at: '/method',
    ...mendOf(name, names),
  });
}

/** The name that is meant, where all but one letter or the capitals are right. */
function mendOf(name: string, names: readonly string[]): { readonly mend?: string } {
  const meant = names.find((known) => isAlike(name.toLowerCase(), known.toLowerCase()));
  return meant === undefined ? {} : { mend: `Did you mean ${meant}?` };
}

function isAlike(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < longest && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < longest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end >= longest - 1;
}
