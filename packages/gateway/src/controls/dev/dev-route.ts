import type { Dispatch } from '../../json-rpc/dispatch/dispatch.js';
import type { MethodDocs } from '../../base/method/method-docs.js';
import { jsonRpc } from '../../http-api/routes/json-rpc.js';
import { jsonRpcDocs } from '../../http-api/routes/json-rpc-docs.js';
import type { Route } from '../../http-api/routes/route.js';

/** Names the path of the controls. */
export const DEV_PATH = '/dev';

/** Serves `POST /dev` with a JSON body: calls of the controls of a development chain, for programs on this machine and pages of the gateway. */
export function devRoute(
  dispatch: Dispatch,
  methods: readonly MethodDocs[],
  access: Route['access'] & {},
): Route {
  return {
    ...jsonRpc,
    path: DEV_PATH,
    access,
    isSameOrigin: true,
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
