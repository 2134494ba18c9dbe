/** The params of a call, by name. */
export type Params = Readonly<Record<string, unknown>>;

/** An error that the server answered: its JSON-RPC code and what it says besides. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  /** @param data the reason, what was expected, and what to do about it, where the server says so. */
  constructor(
    readonly code: number,
    message: string,
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }

  /** The stable name of the error; empty where the server gives none. */
  get reason(): string {
    const { reason } = this.data;
    return typeof reason === 'string' ? reason : '';
  }
}

/** No answer came, or one that is no JSON-RPC. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Calls methods at one address. */
export interface RpcClient {
  /**
   * @throws {RpcError} (rejects) for an error that the server answers.
   * @throws {NoAnswer} (rejects) when nothing comes that can be understood, or when `signal` aborts.
   */
  call(method: string, params?: Params | readonly unknown[], signal?: AbortSignal): Promise<unknown>;
}

/** What is sent for a call, as text: for the call itself, and to be shown. */
export function requestText(id: number, method: string, params?: Params | readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) });
}

/** A client of the JSON-RPC methods at a path of the server that the page came from. */
export function rpcClient(path: string): RpcClient {
  let lastId = 0;
  return {
    async call(method, params, signal) {
      lastId += 1;
      const body = requestText(lastId, method, params);
      return resultOf(await post(path, body, signal));
    },
  };
}

async function post(path: string, body: string, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      ...(signal && { signal }),
    });
    const answer: unknown = await response.json();
    return answer;
  } catch (error) {
    throw new NoAnswer('The server did not answer', { cause: error });
  }
}

/**
 * The result in a JSON-RPC answer.
 * @throws {RpcError} when it holds an error.
 * @throws {NoAnswer} when it is no such answer.
 */
export function resultOf(answer: unknown): unknown {
  if (!isObject(answer)) throw new NoAnswer('The server answered something that is no JSON-RPC');
  if ('result' in answer) return answer['result'];
  const { error } = answer;
  if (!isObject(error)) throw new NoAnswer('The server answered something that is no JSON-RPC');
  const { code, message, data } = error;
  throw new RpcError(Number(code), String(message), isObject(data) ? data : {});
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
