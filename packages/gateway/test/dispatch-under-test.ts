import type { Layer1 } from '@dapikit/chain';
import { createDispatch } from '../src/json-rpc/dispatch/dispatch.js';
import type { Answer } from '../src/json-rpc/dispatch/gather-answers.js';
import { absentPlatform } from '../src/base/platform-status/absent-platform.js';
import type { MethodContext } from '../src/base/method/method.js';
import { methods } from '../src/json-rpc/dispatch/methods.js';
import { DEFAULT_SETTINGS } from '../src/settings/settings.js';
import { recordedLayer1 } from './recorded-layer1.js';
import { recordedLog, type LogLine } from './recorded-log.js';

/** An error object as it is on the wire. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly reason: string; readonly [field: string]: unknown };
}

/** A response object as it is on the wire. */
export interface WireResponse {
  readonly jsonrpc: string;
  readonly result?: unknown;
  readonly error?: WireError;
  readonly id: unknown;
}

/** The methods, behind no server. */
export interface DispatchUnderTest {
  readonly logLines: readonly LogLine[];
  /** The answer to a body as text. */
  readonly answer: (body: string) => Promise<Answer>;
  /** The response to a body that is one call. */
  readonly respond: (body: string) => Promise<WireResponse>;
  /** The response to a call; without `params` when that is not given. */
  readonly call: (method: string, ...params: [unknown?]) => Promise<WireResponse>;
  /** As `call`, with `params` written as they are. */
  readonly callWith: (method: string, params: string) => Promise<WireResponse>;
}

/** Answers calls by the recorded node, where nothing else is given. */
export function dispatchUnderTest(
  layer1: Layer1 = recordedLayer1(),
  context: Partial<MethodContext> = {},
): DispatchUnderTest {
  const { log, lines } = recordedLog();
  const dispatch = createDispatch(
    methods,
    {
      layer1,
      platformStatus: absentPlatform('4.0.0', () => 1760447450),
      statusEncoding: 'rs-dapi',
      ...context,
    },
    DEFAULT_SETTINGS,
    log,
  );
  const answer = async (body: string) => dispatch(body, { requestId: 'request-1' });
  const respond = async (body: string): Promise<WireResponse> =>
    JSON.parse((await answer(body)).body?.toString() ?? 'null');
  return {
    logLines: lines,
    answer,
    respond,
    call: (method, ...params) =>
      respond(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params.length > 0 && { params: params[0] }) }),
      ),
    callWith: (method, params) => respond(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`),
  };
}
