import type { IncomingMessage } from 'node:http';
import {
  bodyTooLarge,
  methodNotAllowed,
  UNSUPPORTED_ENCODING,
  type Rejection,
} from '../../base/http/rejections.js';
import type { Route, RouteContext, RouteHandler } from '../../http-api/routes/route.js';
import { declaredBytes } from './unread-request.js';

/** Lists no headers. */
export const NO_HEADERS: readonly string[] = [];

/** Describes a route as one gateway serves it. */
export interface Served {
  readonly route: Route;
  readonly handle: RouteHandler;
  readonly maxBodyBytes: number;
  readonly tooLarge: Rejection;
  /** The headers of its responses that say which pages may read them. */
  readonly cors: readonly string[];
}

/** Describes a path, and what it serves by verb. */
export interface Path {
  readonly path: string;
  readonly errors: Route['errors'];
  readonly byMethod: ReadonlyMap<string, Served>;
  /** The rejection of other verbs; absent where the path is not documented. */
  readonly notAllowed: Rejection | undefined;
  readonly cors: readonly string[];
}

/** Opens the routes for one gateway, by path and verb. */
export function openPaths(
  routes: readonly Route[],
  context: RouteContext,
  listenerCors: readonly string[],
): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>();
  const fix = fixOfRoot(routes);
  for (const path of new Set(routes.map((route) => route.path))) {
    const byMethod = new Map<string, Served>();
    const ofPath = routes.filter((route) => route.path === path);
    const cors = ofPath.some(({ isSameOrigin }) => isSameOrigin) ? NO_HEADERS : listenerCors;
    for (const route of ofPath) {
      const served = serve(route, context, cors);
      byMethod.set(route.method, served);
      if (route.method === 'GET') byMethod.set('HEAD', served);
    }
    const errors = ofPath.every((route) => route.errors === 'json-rpc') ? 'json-rpc' : 'problem';
    const documented = [...byMethod]
      .filter(([, { route }]) => route.isFor === undefined)
      .map(([verb]) => verb);
    const notAllowed =
      documented.length === 0 ? undefined : methodNotAllowed(documented, path === '/' ? fix : undefined);
    paths.set(path, { path, errors, byMethod, notAllowed, cors });
  }
  return paths;
}

/** Returns what those who open the address of a gateway can do: browsers, and programs that look for it. */
function fixOfRoot(routes: readonly Route[]): string {
  const readable = routes.filter(({ method, isFor }) => method === 'GET' && isFor === undefined);
  return `Send a JSON-RPC call with POST, or open ${readable.map(({ path }) => path).join(', ')}.`;
}

function serve(route: Route, context: RouteContext, cors: readonly string[]): Served {
  const { settings } = context;
  const maxBodyBytes = route.body?.maxBytes(settings) ?? settings.maxBodyBytes;
  const tooLarge = (route.body?.tooLarge ?? bodyTooLarge)(maxBodyBytes);
  return { route, handle: route.open(context), maxBodyBytes, tooLarge, cors };
}

/** Returns why the body of a request is rejected before it is read; `undefined` where it is not. */
export function bodyRejectionOf(
  { headers }: IncomingMessage,
  { route, maxBodyBytes, tooLarge }: Served,
): Rejection | undefined {
  const { body } = route;
  if (body !== undefined && !body.type.test(headers['content-type'] ?? '')) return body.unsupported;
  if (body !== undefined && (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    return UNSUPPORTED_ENCODING;
  return declaredBytes({ headers }) > maxBodyBytes ? tooLarge : undefined;
}
