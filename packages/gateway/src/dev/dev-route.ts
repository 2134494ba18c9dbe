import type { IncomingMessage } from 'node:http';
import type { Dispatch } from '../json-rpc/dispatch.js';
import type { MethodDocs } from '../methods/method.js';
import { jsonRpc } from '../routes/json-rpc.js';
import { jsonRpcDocs } from '../routes/json-rpc-docs.js';
import type { Route } from '../routes/route.js';
import { refusal, type Refusal } from '../server/refusals.js';
import { devRefusal, devRequestOf } from './dev-access.js';

/** Where the controls are. */
export const DEV_PATH = '/dev';

/** `POST /dev` with a JSON body: calls of the controls of a development chain, for programs on this machine. */
export function devRoute(
  dispatch: Dispatch,
  methods: readonly MethodDocs[],
  access: Route['access'] & {},
): Route {
  return {
    ...jsonRpc,
    path: DEV_PATH,
    access,
    docs: (settings) =>
      jsonRpcDocs(
        {
          prefix: 'Dev',
          operationId: 'callControl',
          summary: 'Call the controls of the development chain',
          description: 'JSON-RPC 2.0 calls as at `/`, of other methods, for programs on this machine.',
          methods,
          examples: {
            call: { summary: 'One call', value: { jsonrpc: '2.0', id: 1, method: 'getState' } },
          },
        },
        settings,
      ),
    example: { query: '', body: '{"jsonrpc":"2.0","id":1,"method":"getState"}' },
    open: (context) => jsonRpc.open({ ...context, dispatch }),
  };
}

/**
 * Why somebody may not use the controls; `undefined` where he may.
 * @param isProxy whether an address is that of a proxy that is trusted
 */
export function accessRefusal(
  request: IncomingMessage,
  allowRemote: boolean,
  isProxy: (address: string) => boolean,
): Refusal | undefined {
  const found = devRefusal(devRequestOf(request, isProxy), { allowRemote });
  if (found === undefined) return undefined;
  const { reason, message, mend } = found;
  return refusal(403, message, { reason, mend });
}
