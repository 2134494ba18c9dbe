import { openRpcDocument } from './openrpc-document.js';
import { defineMethod, type Method, type MethodDocs } from './method.js';

/** `rpc.discover`: the methods describe themselves (OpenRPC, section "Service Discovery Method"). */
export const discover = (methods: () => readonly MethodDocs[]): Method =>
  defineMethod({
    name: 'rpc.discover',
    summary: 'The methods, described for programs',
    description:
      'Takes no params; anything there is ignored. The result is an OpenRPC document: clients, pages to try calls and tests can be made of ' +
      'it. What needs a WebSocket has `"x-transport": "websocket"`, and in `x-notification` what its notifications look like, which ' +
      'OpenRPC has no word for.',
    result: { type: 'object', required: ['openrpc', 'info', 'methods'] },
    errors: [],
    exampleParams: () => undefined,
    parse: () => undefined,
    handle: () => openRpcDocument(methods()),
  });
