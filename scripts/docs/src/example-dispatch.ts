import type { Layer1 } from '@dapikit/chain';
import {
  absentPlatform,
  createDispatch,
  DEFAULT_SETTINGS,
  type Dispatch,
  type Method,
} from '@dapikit/gateway';
import { pino } from 'pino';

/** The time of the examples in seconds, so that they are the same in every run. */
export const EXAMPLE_TIME = 1_767_225_600;

/** A log without output. */
export const SILENT_LOG = pino({ level: 'silent' });

/** Creates the dispatch of a table of methods for examples. */
export function createExampleDispatch(layer1: Layer1, methods: readonly Method[]): Dispatch {
  return createDispatch(
    methods,
    { layer1, platformStatus: absentPlatform('0.1.0', () => EXAMPLE_TIME), statusEncoding: 'rs-dapi' },
    DEFAULT_SETTINGS,
    SILENT_LOG,
  );
}

/** Returns the text of a JSON-RPC request; without `params` if there are none. */
export function exampleRequest(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) });
}

/** Returns the body of the response to an example. @throws {Error} if there is no body */
export async function exampleResponse(
  dispatch: Dispatch,
  request: string,
  session?: Parameters<Dispatch>[1]['session'],
): Promise<string> {
  const { body } = await dispatch(request, { requestId: 'docs', session });
  if (body === undefined) throw new Error(`no response to ${request}`);
  return body.toString();
}
