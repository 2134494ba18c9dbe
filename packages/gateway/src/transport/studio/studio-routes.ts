import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Route, RouteAnswer } from '../../http-api/routes/route.js';
import { pageHeaders, SAFE_CONTENT } from './page-headers.js';
import type { StudioNetwork } from './studio-network.js';
import type { StudioFile } from './studio-files.js';

/** Describes the server to its page, which requests this first. */
export interface StudioServer {
  /** Which chain it is: `main`, `test`, `regtest` or a devnet; absent where no node answers. */
  readonly network?: string | undefined;
  /** Its last block. */
  readonly tip?: { readonly height: number; readonly hash: string } | undefined;
  /** Returns whether a request may use the controls of a development chain. */
  readonly controls: boolean;
  /** Returns whether a request may use a local platform. */
  readonly platform: boolean;
  /** Time after which an attack on a contract tries nothing new, in seconds; absent where the request may attack none. */
  readonly attackSeconds?: number | undefined;
  /** True if a light client verifies the network, so that there is a description of it. */
  readonly verifies: boolean;
  /** The program as a shell calls it: `npx dapikit` in a clone or a project that has it, where npx asks no registry. */
  readonly program: string;
}

/** Names the path of that description. */
export const STUDIO_SERVER_PATH = '/studio/server.json';

/** Names the path of the description of a verified network. */
export const STUDIO_NETWORK_PATH = '/studio/network.json';

/**
 * Returns the routes of the page: its files, what the server lets it do, and the verified network. They are for browsers, and documented to nobody else.
 * @param network describes the network where a light client verifies it
 */
export function studioRoutes(
  files: readonly StudioFile[],
  serverFor: (request: IncomingMessage) => Promise<StudioServer>,
  network?: () => StudioNetwork,
): Route[] {
  return [
    ...files.map(fileRoute),
    jsonRoute(STUDIO_SERVER_PATH, serverFor),
    ...(network === undefined ? [] : [jsonRoute(STUDIO_NETWORK_PATH, network)]),
  ];
}

/** Stands for the documentation of routes that are for the page alone. */
export const PAGE_DOCS = () => ({
  operationId: 'studio',
  summary: 'The studio',
  description: 'For browsers.',
  parameters: [],
  responses: {},
  schemas: {},
});

const PAGE_ROUTE = {
  method: 'GET',
  errors: 'json-rpc',
  isPublic: true,
  problems: [],
  docs: PAGE_DOCS,
} as const satisfies Partial<Route>;

function fileRoute(file: StudioFile): Route {
  const isPage = file.path === '/';
  return {
    ...PAGE_ROUTE,
    path: file.path,
    isFor: isPage ? ({ headers }) => /\btext\/html\b/i.test(headers.accept ?? '') : () => true,
    open:
      () =>
      ({ request: { headers } }) =>
        answerFile(file, headers, isPage ? pageHeaders(headers.host) : SAFE_CONTENT),
  };
}

function answerFile(file: StudioFile, asked: IncomingHttpHeaders, safety: readonly string[]): RouteAnswer {
  const encoding = encodingFor(file, asked['accept-encoding']);
  const tag = `"${file.tag}-${encoding}"`;
  const headers = [
    ...safety,
    'cache-control',
    file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'etag',
    tag,
    'vary',
    'accept, accept-encoding',
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ];
  const isCached = asked['if-none-match']
    ?.split(',')
    .some((known) => known.trim().replace(/^W\//, '') === tag);
  return isCached === true
    ? { status: 304, headers, body: undefined }
    : { status: 200, headers, type: file.type, body: file.bytes[encoding] ?? file.bytes.identity };
}

/** Returns the smallest form of a file that a client accepts (RFC 9110, section 12.5.3). */
function encodingFor({ bytes }: StudioFile, accepted: string | undefined): keyof StudioFile['bytes'] {
  const taken = new Set(
    (accepted ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]),
  );
  return (['br', 'gzip'] as const).find((name) => bytes[name] !== undefined && taken.has(name)) ?? 'identity';
}

function jsonRoute(path: string, valueFor: (request: IncomingMessage) => unknown): Route {
  return {
    ...PAGE_ROUTE,
    path,
    isFor: () => true,
    open:
      () =>
      async ({ request }) => ({
        status: 200,
        headers: [...SAFE_CONTENT, 'cache-control', 'no-store'],
        body: JSON.stringify(await valueFor(request)),
      }),
  };
}
