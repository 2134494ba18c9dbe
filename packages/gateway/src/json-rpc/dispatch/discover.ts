import { openRpcDocument } from './openrpc-document.js';
import { defineMethod, type Method } from '../../base/method/method.js';
import type { MethodDocs } from '../../base/method/method-docs.js';
import { NO_PARAMS, SCALAR_PARAMS_ERROR } from '../../base/method/param-list.js';

/** Defines `rpc.discover`, by which methods describe themselves (OpenRPC, section "Service Discovery Method"). */
export const discover = (methods: () => readonly MethodDocs[]): Method =>
  defineMethod({
    name: 'rpc.discover',
    summary: 'Describes the methods for programs (OpenRPC)',
    description:
      'Takes no params. The result is an OpenRPC document: clients, pages to try calls and tests can be made of ' +
      'it. What needs a WebSocket has `"x-transport": "websocket"`, and in `x-notification` the form of its notifications, which ' +
      'OpenRPC has no word for.',
    result: { type: 'object', required: ['openrpc', 'info', 'methods'] },
    errors: [SCALAR_PARAMS_ERROR],
    params: NO_PARAMS,
    exampleParams: () => undefined,
    handle: () => openRpcDocument(methods()),
  });
