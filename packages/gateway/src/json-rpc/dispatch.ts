import type { Logger } from 'pino';
import type { Method, MethodContext } from '../methods/method.js';
import { asJsonRpcError } from '../methods/node-error.js';
import { ERROR_CODES, excerpt, JsonRpcError } from './json-rpc-error.js';
import { readRequest, type Call, type InvalidCall, type RequestLimits, type SourceText } from './request.js';

/** The answer to the body of a request. */
export interface Answer {
  /** `undefined` when there is nothing to answer: a notification, or a batch of them. */
  readonly body: string | undefined;
  /** The deprecated methods that were called. */
  readonly deprecated: readonly Method[];
}

/** Answers the text of a request body; never rejects. The id names the request in the log. */
export type Dispatch = (body: string, requestId: string) => Promise<Answer>;

const NONE: readonly Method[] = [];

/** Makes the function that answers requests from a table of methods. */
export function createDispatch(
  methods: readonly Method[],
  context: MethodContext,
  limits: RequestLimits,
  log: Logger,
): Dispatch {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const names = [...byName.keys()];

  return (body, requestId) => {
    const { isBatch, calls } = readRequest(body, limits);
    const [first] = calls;
    return isBatch || first === undefined ? answerBatch(calls, requestId) : answerCall(first, requestId);
  };

  async function answerBatch(calls: readonly (Call | InvalidCall)[], requestId: string): Promise<Answer> {
    const answers = await Promise.all(calls.map((call) => answerCall(call, requestId)));
    const written = answers.map(({ body }) => body).filter((body) => body !== undefined);
    const deprecated = new Set(answers.flatMap((answer) => answer.deprecated));
    return { body: written.length === 0 ? undefined : `[${written.join(',')}]`, deprecated: [...deprecated] };
  }

  async function answerCall(call: Call | InvalidCall, requestId: string): Promise<Answer> {
    if ('error' in call) return { body: writeError(call.error, call.id), deprecated: NONE };
    const method = byName.get(call.method);
    const deprecated = method?.deprecated ? [method] : NONE;
    try {
      if (method === undefined) throw methodNotFound(call.method, names);
      const result = await method.call(call.params, context);
      return { body: call.id && writeResult(result, call.id), deprecated };
    } catch (error) {
      const answer = asJsonRpcError(error);
      logFailure(answer, error, { requestId, method: call.method });
      return { body: call.id && writeError(answer, call.id), deprecated };
    }
  }

  /** What the caller is not told in full is in the log. */
  function logFailure({ code }: JsonRpcError, err: unknown, of: { requestId: string; method: string }): void {
    if (code === ERROR_CODES.internalError) log.error({ err, ...of }, 'method failed');
    else if (code === ERROR_CODES.unavailable) log.warn({ err, ...of }, 'node unavailable');
  }
}

function writeResult(result: unknown, id: SourceText): string {
  return `{"jsonrpc":"2.0","result":${JSON.stringify(result)},"id":${id}}`;
}

/** The JSON text of an error response. `id` is the text of the request's id, or `null`. */
export function writeError({ code, message, data }: JsonRpcError, id: SourceText): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}

function methodNotFound(name: string, names: readonly string[]): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.methodNotFound, 'Method not found', {
    reason: 'unknown-method',
    expected: `one of ${names.join(', ')}`,
    found: excerpt(name),
    at: '/method',
  });
}
