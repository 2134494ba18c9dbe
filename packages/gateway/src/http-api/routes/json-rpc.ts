import { isUtf8 } from 'node:buffer';
import type { Answer } from '../../json-rpc/dispatch/gather-answers.js';
import { whenKnown } from '../../base/messages/eventually.js';
import type { Method } from '../../base/method/method.js';
import { describedMethods } from '../../json-rpc/dispatch/methods.js';
import { bodyTooLarge, UNSUPPORTED_MEDIA_TYPE } from '../../base/http/rejections.js';
import { jsonRpcDocs, type JsonRpcEndpoint } from './json-rpc-docs.js';
import { cacheStatusWriter } from './cache-status.js';
import { JSON_TYPE, type Route, type RouteAnswer } from './route.js';

/** Replaces bytes that are not UTF-8. JSON text is UTF-8 (RFC 8259, section 8.1), so this alone is a parse error as well. */
const REPLACEMENT = '\ufffd';

const ENDPOINT: JsonRpcEndpoint = {
  prefix: 'JsonRpc',
  operationId: 'callMethod',
  summary: 'Call JSON-RPC 2.0 methods',
  description:
    'A call, or a batch of calls. An application error has HTTP status 200 and an error object; whatever the HTTP ' +
    'status, the body is a JSON-RPC object.',
  methods: describedMethods,
  examples: {
    call: {
      summary: 'One call',
      value: { jsonrpc: '2.0', id: 1, method: 'getBlockHash', params: { height: 0 } },
    },
    batch: {
      summary: 'A batch',
      value: [
        { jsonrpc: '2.0', id: 1, method: 'getBestBlockHash' },
        { jsonrpc: '2.0', id: 2, method: 'getStatus' },
      ],
    },
  },
};

/** Serves `POST /` with a JSON body: calls of the methods. */
export const jsonRpc: Route = {
  method: 'POST',
  path: '/',
  errors: 'json-rpc',
  body: {
    type: JSON_TYPE,
    unsupported: UNSUPPORTED_MEDIA_TYPE,
    maxBytes: ({ maxBodyBytes }) => maxBodyBytes,
    tooLarge: bodyTooLarge,
  },
  cost: 'by-call',
  problems: [],
  example: { query: '', body: '{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash"}' },
  docs: (settings) => jsonRpcDocs(ENDPOINT, settings),
  open: ({ dispatch }) => {
    const cacheStatus = cacheStatusWriter();
    const routeAnswer = ({ body, deprecated, provenance }: Answer): RouteAnswer => {
      const headers = cacheStatus(provenance);
      return {
        status: body === undefined ? 204 : 200,
        headers: deprecated.length > 0 ? [...headers, ...deprecationHeaders(deprecated)] : headers,
        body,
      };
    };
    return (request) => {
      return whenKnown(dispatch(textOf(request.body), request), routeAnswer);
    };
  },
};

/** Returns the text of a body. A client may send the replacement character itself. */
function textOf(body: Buffer): string {
  const text = body.toString();
  return text.includes(REPLACEMENT) && !isUtf8(body) ? REPLACEMENT : text;
}

/** Returns the headers that announce deprecated methods (RFC 9745). */
function deprecationHeaders(methods: readonly Method[]): readonly string[] {
  const dates = methods.flatMap(({ deprecated }) => (deprecated ? [deprecated.date] : []));
  return ['deprecation', `@${Math.min(...dates)}`];
}
