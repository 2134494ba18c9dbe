import { isObject } from '../json/json-values.js';
import { StudioError } from '../errors/studio-error.js';

/** Describes the params of a call, by name. */
export type Params = Readonly<Record<string, unknown>>;

/** Reports an error in the response of the server: its JSON-RPC code, message and data. */
export class RpcError extends StudioError {
  override readonly name = 'RpcError';

  /** @param data the reason, the expected value and the fix, where the server gives them. */
  constructor(
    readonly code: number,
    message: string,
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** Reports that no response arrived, or one that is not JSON-RPC. */
export class NoResponseError extends StudioError {
  override readonly name = 'NoResponseError';
}

/** Calls methods at one address. */
export interface RpcClient {
  /**
   * Calls a method.
   * @throws {RpcError} (rejects) with the error in the response.
   * @throws {NoResponseError} (rejects) when nothing arrives that is JSON-RPC.
   */
  call(method: string, params?: Params | readonly unknown[]): Promise<unknown>;
  /** Calls a method by the clock and not because of its user: the server does not log it. Rejects as `call` does. */
  poll(method: string, params?: Params): Promise<unknown>;
}

/** Returns the text of a request, to be sent or to be shown. */
export function createRequestText(id: number, method: string, params?: Params | readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) });
}

/** Creates a client of the JSON-RPC methods at a path of the page's own server. */
export function createRpcClient(path: string): RpcClient {
  let lastId = 0;
  const nextText = (method: string, params?: Params | readonly unknown[]): string => {
    lastId += 1;
    return createRequestText(lastId, method, params);
  };
  return {
    call: async (method, params) => readResult(await post(path, nextText(method, params))),
    poll: async (method, params) =>
      readResult(await post(path, nextText(method, params), { 'x-dapikit-poll': '1' })),
  };
}

async function post(
  path: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body,
    });
    const value: unknown = await response.json();
    return value;
  } catch (error) {
    throw new NoResponseError('No response from the server', { cause: error });
  }
}

/**
 * Returns the result in a JSON-RPC response.
 * @throws {RpcError} when it holds an error.
 * @throws {NoResponseError} when it is not a JSON-RPC response.
 */
export function readResult(response: unknown): unknown {
  if (isObject(response) && 'result' in response) return response['result'];
  const error = isObject(response) ? response['error'] : undefined;
  if (!isObject(error)) throw new NoResponseError('The response of the server is not JSON-RPC');
  const { code, message, data } = error;
  throw new RpcError(Number(code), String(message), isObject(data) ? data : {});
}
