import { accessRefusal } from '../dev/dev-route.js';
import type { Dispatch } from '../json-rpc/dispatch.js';
import type { Method } from '../methods/method.js';
import { openRpcDocument } from '../methods/openrpc-document.js';
import { jsonRpc } from '../routes/json-rpc.js';
import { openRpc } from '../routes/openrpc.js';
import type { Route } from '../routes/route.js';
import type { GatewaySettings } from '../settings.js';

/** Where the platform is. */
export const PLATFORM_PATH = '/platform';

/** `POST /platform` with a JSON body, and the OpenRPC description of its methods: for programs on this machine. */
export function platformRoutes(
  dispatch: Dispatch,
  methods: readonly Method[],
  { allowRemoteControls }: Pick<GatewaySettings, 'allowRemoteControls'>,
): Route[] {
  const access: Route['access'] = (request) => accessRefusal(request, allowRemoteControls);
  return [
    {
      ...jsonRpc,
      path: PLATFORM_PATH,
      access,
      example: { query: '', body: '{"jsonrpc":"2.0","id":1,"method":"status"}' },
      open: (context) => jsonRpc.open({ ...context, dispatch }),
    },
    {
      ...openRpc,
      path: `${PLATFORM_PATH}/openrpc.json`,
      access,
      open: () => {
        const written = JSON.stringify(openRpcDocument(methods));
        return () => ({ status: 200, headers: [], body: written });
      },
    },
  ];
}
