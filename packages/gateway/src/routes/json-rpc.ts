import { isUtf8 } from 'node:buffer';
import type { Logger } from 'pino';
import type { Answer } from '../json-rpc/dispatch.js';
import { whenKnown } from '../json-rpc/eventually.js';
import type { Method } from '../methods/method.js';
import { bodyTooLarge, UNSUPPORTED_MEDIA_TYPE } from '../server/refusals.js';
import { jsonRpcDocs } from './json-rpc-docs.js';
import { JSON_TYPE, type Route, type RouteAnswer } from './route.js';

/** What stands for a body that is not UTF-8: JSON text is (RFC 8259, section 8.1), so this is a parse error as well. */
const NOT_JSON = '\ufffd';

const NO_HEADERS: readonly string[] = [];

/** `POST /` with a JSON body: calls of the methods. */
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
  docs: jsonRpcDocs,
  open: ({ dispatch, log }) => {
    const deprecationHeaders = deprecationTeller(log);
    const told = ({ body, deprecated }: Answer): RouteAnswer => ({
      status: body === undefined ? 204 : 200,
      headers: deprecated.length > 0 ? deprecationHeaders(deprecated) : NO_HEADERS,
      body,
    });
    return ({ body, requestId, meter }) =>
      whenKnown(dispatch(isUtf8(body) ? body.toString() : NOT_JSON, requestId, meter), told);
  },
};

/** Tells of deprecated methods: the caller each time, by header (RFC 9745), and the log once. */
function deprecationTeller(log: Logger): (methods: readonly Method[]) => string[] {
  const logged = new Set<string>();
  return (methods) => {
    const dates: number[] = [];
    for (const { name, deprecated } of methods) {
      if (deprecated === undefined) continue;
      dates.push(deprecated.date);
      if (logged.has(name)) continue;
      logged.add(name);
      log.warn({ method: name, ...deprecated }, 'deprecated method called');
    }
    return ['deprecation', `@${Math.min(...dates)}`];
  };
}
