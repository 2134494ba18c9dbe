import type { IncomingMessage } from 'node:http';
import { NodeRejectionError, NodeUnavailableError, type Eventually, type Layer1 } from '@dapikit/chain';
import type { StateQuorum } from '@dapikit/platform';
import { LRUCache } from 'lru-cache';
import { calledHost } from '../../admission/access/called-host.js';
import { ProblemError } from '../../base/http/problem-error.js';
import { HASH_SCHEMA, type JsonSchema } from '../../base/method/method-docs.js';
import { CYCLE_BLOCKS, PlatformQuorums, type QuorumSource } from '../../base/platform-quorums.js';
import type { Route, RouteAnswer } from './route.js';

/** As many as there are blocks of one cycle, and some that left the chain. */
const MAX_CACHED_LISTS = 64;
const DEFAULT_PORTS = { http: 80, https: 443 } as const;
/** The P2P port of the entry; nobody connects to it. */
const UNUSED_PORT = 19_999;

/** A quorum as evo-sdk reads it: member names in snake case, the key without a prefix. */
interface ListedQuorum {
  readonly quorum_hash: string;
  readonly key: string;
  readonly height: number;
  readonly valid_members_count: number;
}

const QUORUM_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    quorum_hash: HASH_SCHEMA,
    key: { type: 'string', description: 'its public key (BLS), 48 bytes in hex' },
    height: { type: 'integer', description: 'of the block that it was made at' },
    valid_members_count: { type: 'integer' },
  },
  required: ['quorum_hash', 'key', 'height', 'valid_members_count'],
};
const QUORUMS_SCHEMA: JsonSchema = { type: 'array', items: QUORUM_SCHEMA };
const NODE_PROBLEMS = [{ status: 503, code: 'node-unavailable', when: 'no node answers' }] as const;

/** `GET /quorums`: the quorums whose signatures of the platform's state are valid now. */
const quorums = quorumRoute({
  path: '/quorums',
  operationId: 'listQuorums',
  summary: 'The quorums that sign the state of the platform',
  data: QUORUMS_SCHEMA,
  read: async (lists, { height, hash }) => lists.at(height, hash),
});

/** `GET /previous`: the quorums that were valid one cycle before. */
const previousQuorums = quorumRoute({
  path: '/previous',
  operationId: 'listPreviousQuorums',
  summary: 'The quorums that signed the state of the platform one cycle of 24 blocks ago',
  data: {
    type: 'object',
    properties: { height: { type: 'integer' }, quorums: QUORUMS_SCHEMA },
    required: ['height', 'quorums'],
  },
  read: async (lists, tip) => {
    const height = Math.max(0, tip.height - CYCLE_BLOCKS);
    return { height, quorums: await lists.at(height, await lists.hashAt(height)) };
  },
});

/** `GET /masternodes`: this gateway as the only masternode, at the address that the request came to. */
const masternodes: Route = {
  ...routeBase('/masternodes'),
  problems: [],
  docs: () =>
    docsOf({
      operationId: 'listMasternodes',
      summary: 'Lists the addresses that serve the platform: only this gateway',
      data: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            address: { type: 'string' },
            status: { const: 'ENABLED' },
            versionCheck: { const: 'success' },
            platformHTTPPort: { type: 'integer' },
          },
          required: ['address', 'status', 'versionCheck', 'platformHTTPPort'],
        },
      },
    }),
  open:
    () =>
    ({ request }) =>
      answer([ownEntry(request)]),
};

/**
 * Lists the routes of the quorum lists that evo-sdk reads in its trusted mode. None of them changes anything, so pages of every origin may
 * read them.
 */
export const quorumLists: readonly Route[] = [quorums, previousQuorums, masternodes];

/** Lists the quorums that sign after blocks. */
interface Lists {
  readonly at: (height: number, hash: string) => Eventually<readonly ListedQuorum[]>;
  readonly hashAt: (height: number) => Eventually<string>;
}

/** The block of a key that belongs to no block. */
const GENESIS = { height: 0, hash: '' };

/** Returns the key of a store as a quorum of one member. */
const listedKey = ({ quorumHash, publicKey }: StateQuorum): ListedQuorum => ({
  quorum_hash: quorumHash,
  key: publicKey,
  height: 0,
  valid_members_count: 1,
});

/** Lists quorums of the platform as evo-sdk reads them. */
class QuorumLists {
  readonly #layer1: Layer1;
  readonly #quorums: PlatformQuorums;
  readonly #lists = new LRUCache<string, readonly ListedQuorum[]>({ max: MAX_CACHED_LISTS });

  constructor(layer1: Layer1) {
    this.#layer1 = layer1;
    this.#quorums = new PlatformQuorums(layer1);
  }

  async tip(): Promise<{ readonly height: number; readonly hash: string }> {
    return this.#quorums.tip();
  }

  async hashAt(height: number): Promise<string> {
    return this.#quorums.hashAt(height);
  }

  /** Returns the quorums of the platform that sign after a block. */
  async at(height: number, hash: string): Promise<readonly ListedQuorum[]> {
    const cached = this.#lists.get(hash);
    if (cached !== undefined) return cached;
    const active = await this.#quorums.at(height, hash);
    const listed = await Promise.all(
      active.map(async ({ quorumHash, quorumPublicKey, validMembersCount }) => ({
        quorum_hash: quorumHash,
        key: quorumPublicKey,
        height: (await this.#layer1.read('place', { hash: quorumHash })).height,
        valid_members_count: validMembersCount,
      })),
    );
    if (height > 0) this.#lists.set(hash, listed);
    return listed;
  }
}

function routeBase(path: string): Pick<Route, 'method' | 'path' | 'errors' | 'isPublic'> {
  return { method: 'GET', path, errors: 'problem', isPublic: true };
}

function quorumRoute({
  path,
  read,
  ...documented
}: Documented & {
  readonly path: string;
  readonly read: (
    lists: Pick<Lists, 'at' | 'hashAt'>,
    tip: { readonly height: number; readonly hash: string },
  ) => Promise<unknown>;
}): Route {
  return {
    ...routeBase(path),
    problems: NODE_PROBLEMS,
    docs: () => docsOf(documented),
    open: ({ layer1, platform, quorums: source }) => {
      const lists = new QuorumLists(layer1);
      return async () => {
        if (source !== undefined) return answer(await read(...knownLists(source)));
        const own = platform?.stateQuorum?.();
        if (own !== undefined)
          return answer(await read({ at: () => [listedKey(own)], hashAt: () => '' }, GENESIS));
        try {
          return answer(await read(lists, await lists.tip()));
        } catch (error) {
          throw problemOf(error);
        }
      };
    },
  };
}

/** Returns the two lists of a source as those of blocks. @throws {ProblemError} while there are none */
function knownLists(source: QuorumSource): [Pick<Lists, 'at' | 'hashAt'>, { height: number; hash: string }] {
  try {
    const [now, previous] = [source.now(), source.previous()];
    const listed = (quorums: ReturnType<QuorumSource['now']>['quorums']): ListedQuorum[] =>
      quorums.map(({ quorumHash, quorumPublicKey, validMembersCount }) => ({
        quorum_hash: quorumHash,
        key: quorumPublicKey,
        height: source.heightOf(quorumHash) ?? 0,
        valid_members_count: validMembersCount,
      }));
    const at = (height: number) => listed(height === now.height ? now.quorums : previous.quorums);
    return [
      { at, hashAt: () => '' },
      { height: now.height, hash: '' },
    ];
  } catch (error) {
    throw problemOf(error);
  }
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof NodeUnavailableError || error instanceof NodeRejectionError)) return error;
  return new ProblemError(503, 'No node answers', { reason: 'node-unavailable' });
}

interface Documented {
  readonly operationId: string;
  readonly summary: string;
  readonly data: JsonSchema;
}

function docsOf({ operationId, summary, data }: Documented): Awaited<ReturnType<Route['docs']>> {
  return {
    operationId,
    summary,
    description:
      'For the trusted mode of evo-sdk, in the form that it reads. Pages of every origin may call it.',
    parameters: [],
    responses: {
      200: {
        description: 'The list.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { success: { const: true }, data },
              required: ['success', 'data'],
              additionalProperties: false,
            },
          },
        },
      },
    },
    schemas: {},
  };
}

/** Returns this gateway as a masternode: clients connect with `https://`, the host of `address` and `platformHTTPPort`. */
function ownEntry(request: IncomingMessage): unknown {
  const { socket } = request;
  const isTls = 'encrypted' in socket && socket.encrypted === true;
  const host = calledHost(request) ?? `${socket.localAddress ?? 'localhost'}:${socket.localPort ?? ''}`;
  const scheme = isTls ? 'https' : 'http';
  const text = `${scheme}://${host}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const port = url?.port === '' ? DEFAULT_PORTS[scheme] : Number(url?.port ?? socket.localPort);
  return {
    address: `${url?.hostname ?? 'localhost'}:${UNUSED_PORT}`,
    status: 'ENABLED',
    versionCheck: 'success',
    platformHTTPPort: port,
  };
}

function answer(data: unknown): RouteAnswer {
  return {
    status: 200,
    headers: ['cache-control', 'no-store'],
    body: JSON.stringify({ success: true, data }),
  };
}
