import type { Dispatch } from '../dispatch/dispatch.js';
import type { Method } from '../method/method.js';
import { openRpcDocument } from '../dispatch/openrpc-document.js';
import { jsonRpc } from '../routes/json-rpc.js';
import { openRpc } from '../routes/openrpc.js';
import type { Route } from '../routes/route.js';

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
