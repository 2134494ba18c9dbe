import { describedMethods } from '../../json-rpc/dispatch/methods.js';
import { openRpcDocument } from '../../json-rpc/dispatch/openrpc-document.js';
import type { Route } from './route.js';

/** Serves `GET /openrpc.json`: the OpenRPC document of all methods, as `rpc.discover` gives it. */
export const openRpc: Route = {
  method: 'GET',
  path: '/openrpc.json',
  errors: 'problem',
  isPublic: true,
  problems: [],
  docs: () => ({
    operationId: 'describeMethods',
    summary: 'Describes the JSON-RPC methods for programs (OpenRPC)',
    description: 'The OpenRPC description of the methods, equal to the result of `rpc.discover`.',
    parameters: [],
    responses: {
      200: {
        description: 'An OpenRPC 1.3 document.',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['openrpc', 'info', 'methods'] },
          },
        },
      },
    },
    schemas: {},
  }),
  open: () => {
    const written = JSON.stringify(openRpcDocument(describedMethods));
    return () => ({ status: 200, headers: [], body: written });
  },
};
