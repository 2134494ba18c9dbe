import type { Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { Meter } from '../limits/meter.js';
import type { Method, MethodContext } from '../methods/method.js';
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
import type { Session } from './session.js';

/** The answer to the body of a request. */
export interface Answer {
  /** `undefined` when there is nothing to answer: a notification, or a batch of them. */
  readonly body: string | undefined;
  /** The deprecated methods that were called. */
  readonly deprecated: readonly Method[];
}

/**
 * Answers the text of a request body. The id names the request in the log.
 * @param meter what the calls are charged on, all at once before the first of them
 * @param session the connection that the request came over, where it can be told things later
 * @throws {Refused} (or rejects with it) when the meter does, and nothing else.
 */
export type Dispatch = (
  body: string,
  requestId: string,
  meter?: Meter,
  session?: Session,
) => Eventually<Answer>;

const NONE: readonly Method[] = [];
const DEFAULT_COST = 1;

/** Makes the function that answers requests from a table of methods. */
export function createDispatch(
  methods: readonly Method[],
  context: MethodContext,
  limits: RequestLimits,
  log: Logger,
): Dispatch {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const names = [...byName.keys()];

  return (body, requestId, meter, session) => {
    const request = readRequest(body, limits);
    const answer = (): Eventually<Answer> => answerRequest(request, requestId, session);
    return meter === undefined ? answer() : answerCharged(request, meter, answer);
  };

  function answerRequest(
    { isBatch, calls }: Request,
    requestId: string,
    session: Session | undefined,
  ): Eventually<Answer> {
    const [first] = calls;
    return isBatch || first === undefined
      ? answerBatch(calls, requestId, session)
      : answerCall(first, requestId, session);
  }

  function answerCharged(
    request: Request,
    meter: Meter,
    answer: () => Eventually<Answer>,
  ): Eventually<Answer> {
    const cost = request.calls.reduce((sum, call) => sum + costOf(call), 0);
    if (cost <= meter.most) return whenKnown(meter.charge(cost), answer);
    const refused = { body: writeError(batchTooDear(cost, meter.most), 'null'), deprecated: NONE };
    return whenKnown(meter.charge(DEFAULT_COST), () => refused);
  }

  function costOf(call: Call | InvalidCall): number {
    return ('method' in call ? byName.get(call.method)?.cost : undefined) ?? DEFAULT_COST;
  }

  function answerBatch(
    calls: readonly (Call | InvalidCall)[],
    requestId: string,
    session: Session | undefined,
  ): Eventually<Answer> {
    const answers = calls.map((call) => answerCall(call, requestId, session));
    const known = answers.filter(isKnown);
    return known.length === answers.length ? gather(known) : gatherAll(answers);
  }

  function answerCall(
    call: Call | InvalidCall,
    requestId: string,
    session: Session | undefined,
  ): Eventually<Answer> {
    if ('error' in call) return { body: writeError(call.error, call.id), deprecated: NONE };
    const method = byName.get(call.method);
    const deprecated = method?.deprecated ? [method] : NONE;
    return recovering(
      () => {
        if (method === undefined) throw methodNotFound(call.method, names);
        return whenKnown(method.call(call.params, context, session), (result) => ({
          body: call.id && writeResult(result, call.id),
          deprecated,
        }));
      },
      (error) => {
        const answer = asJsonRpcError(error);
        logFailure(answer, error, { requestId, method: call.method });
        return { body: call.id && writeError(answer, call.id), deprecated };
      },
    );
  }

  /** What the caller is not told in full is in the log. */
  function logFailure({ code }: JsonRpcError, err: unknown, of: { requestId: string; method: string }): void {
    if (code === ERROR_CODES.internalError) log.error({ err, ...of }, 'method failed');
    else if (code === ERROR_CODES.unavailable) log.warn({ err, ...of }, 'node unavailable');
  }
}

function gather(answers: readonly Answer[]): Answer {
  const deprecated = new Set<Method>();
  let written = '';
  for (const answer of answers) {
    for (const method of answer.deprecated) deprecated.add(method);
    if (answer.body !== undefined) written += written === '' ? answer.body : `,${answer.body}`;
  }
  return { body: written === '' ? undefined : `[${written}]`, deprecated: [...deprecated] };
}

async function gatherAll(answers: readonly Eventually<Answer>[]): Promise<Answer> {
  return gather(await Promise.all(answers.map(async (answer) => answer)));
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
  });
}
