import type { Dispatch } from '../json-rpc/dispatch.js';
import type { Method } from '../methods/method.js';
import { openRpcDocument } from '../methods/openrpc-document.js';
import { jsonRpc } from '../routes/json-rpc.js';
import { openRpc } from '../routes/openrpc.js';
import type { Route } from '../routes/route.js';

/** Where the platform is. */
export const PLATFORM_PATH = '/platform';

/**
 * `POST /platform` with a JSON body, and the OpenRPC description of its methods.
 * @param access who may come as far as its methods; everybody where there is none
 */
export function platformRoutes(
  dispatch: Dispatch,
  methods: readonly Method[],
  access: Route['access'],
): Route[] {
  const guard = access === undefined ? {} : { access };
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
