import type { Dispatch } from '../../json-rpc/dispatch/dispatch.js';
import type { Method } from '../../base/method/method.js';
import { openRpcDocument } from '../../json-rpc/dispatch/openrpc-document.js';
import { jsonRpc } from '../../http-api/routes/json-rpc.js';
import { openRpc } from '../../http-api/routes/openrpc.js';
import type { Route } from '../../http-api/routes/route.js';

/** Names the path of the platform. */
export const PLATFORM_PATH = '/platform';

/**
 * Serves `POST /platform` with a JSON body, and the OpenRPC description of its methods.
 * @param controls returns why a request is rejected, where all methods are unsigned controls; absent where each method checks its caller
 */
export function platformRoutes(
  dispatch: Dispatch,
  methods: readonly Method[],
  controls: Route['access'],
): Route[] {
  const guard = controls === undefined ? {} : ({ access: controls, isSameOrigin: true } as const);
  return [
    {
      ...jsonRpc,
      ...guard,
      path: PLATFORM_PATH,
      example: { query: '', body: '{"jsonrpc":"2.0","id":1,"method":"status"}' },
      open: (context) => jsonRpc.open({ ...context, dispatch }),
    },
    {
      ...openRpc,
      ...guard,
      path: `${PLATFORM_PATH}/openrpc.json`,
      open: () => {
        const written = JSON.stringify(openRpcDocument(methods));
        return () => ({ status: 200, headers: [], body: written });
      },
    },
  ];
}
