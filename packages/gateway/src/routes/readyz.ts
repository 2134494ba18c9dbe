import type { Readiness } from '../health/readiness.js';
import { HASH_SCHEMA, type JsonSchema } from '../method/method.js';
import type { NodeReport } from '../observe/metrics.js';
import type { Route } from './route.js';

/** Serves `GET /readyz`: 200 while the chain behind the gateway goes on, 503 and why while it does not. */
export const readyz: Route = {
  method: 'GET',
  path: '/readyz',
  errors: 'problem',
  isPublic: true,
  problems: [],
  docs: () => ({
    operationId: 'isReady',
    summary: 'Whether the gateway should get traffic',
    description:
      '503 while no node answers, while the node fetches the blocks of the past, lacks more than `ready-max-blocks-behind` blocks ' +
      'whose headers it has, while the median time of the last eleven blocks is longer ago than `ready-max-tip-age` (not asked on ' +
      'regtest), and while the gateway stops. The body says which, and lists each node with its state and last failure. On the admin address it ' +
      'names nodes without a name by their addresses, elsewhere by numbers. The nodes are asked at most once a second.',
    parameters: [],
    responses: {
      200: { description: 'It should.', content: { 'application/json': { schema: READINESS } } },
      503: {
        description: 'It should not; `reasons` say why.',
        content: { 'application/json': { schema: READINESS } },
      },
    },
    schemas: { Readiness: READINESS_SCHEMA },
  }),
  open: opened(({ publicName }) => publicName),
};

/** Serves `GET /readyz` on the admin address. */
export const adminReadyz: Route = { ...readyz, open: opened(({ name }) => name) };

function opened(nameOf: (node: NodeReport) => string): Route['open'] {
  return ({ readiness }) =>
    async () => {
      const judged = await readiness.check();
      return {
        status: judged.isReady ? 200 : 503,
        headers: ['cache-control', 'no-store'],
        body: JSON.stringify(describeReadiness(judged, nameOf)),
      };
    };
}

function describeReadiness(
  { isReady, reasons, node, tipAge, isPlatformUp, nodes }: Readiness,
  nameOf: (node: NodeReport) => string,
): unknown {
  return {
    status: isReady ? 'ready' : 'not-ready',
    reasons,
    ...(node && {
      network: node.network,
      tip: node.tip,
      headersHeight: node.headersHeight,
      tipAge,
      chainLockHeight: node.chainLock?.height,
    }),
    ...(nodes.length > 0 && {
      nodes: nodes.map((one) => {
        const { state, failure, height, blocksBehind } = one;
        return { name: nameOf(one), state, failure, height, blocksBehind };
      }),
    }),
    ...(isPlatformUp !== undefined && { platform: isPlatformUp ? 'up' : 'away' }),
  };
}

const READINESS: JsonSchema = { $ref: '#/components/schemas/Readiness' };

const READINESS_SCHEMA: JsonSchema = {
  description: 'Whether the gateway should get traffic, and what that was judged by.',
  type: 'object',
  properties: {
    status: { enum: ['ready', 'not-ready'] },
    reasons: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          code: {
            enum: [
              'draining',
              'node-unavailable',
              'node-failed',
              'initial-block-download',
              'blocks-behind',
              'tip-too-old',
            ],
          },
          message: { type: 'string' },
        },
        required: ['code', 'message'],
        additionalProperties: false,
      },
    },
    network: { type: 'string' },
    tip: {
      type: 'object',
      properties: { hash: HASH_SCHEMA, height: { type: 'integer' } },
      required: ['hash', 'height'],
      additionalProperties: false,
    },
    headersHeight: { type: 'integer' },
    tipAge: { type: 'integer', description: 'Since the median time of the last eleven blocks, in seconds.' },
    chainLockHeight: { type: 'integer' },
    nodes: {
      type: 'array',
      description: 'The nodes behind the gateway; absent for a chain in its process.',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          state: {
            type: 'string',
            description: 'Such as `healthy`, `lagging`, `forked`, `syncing`, `failing` or `quarantined`.',
          },
          failure: {
            type: 'string',
            description: 'Why it did not answer last, such as `connection refused`; absent once it answers.',
          },
          height: { type: 'integer' },
          blocksBehind: { type: 'integer' },
        },
        required: ['name', 'state'],
        additionalProperties: false,
      },
    },
    platform: {
      enum: ['up', 'away'],
      description:
        'Whether the store of the platform answers, where there is one. The chain is served without it.',
    },
  },
  required: ['status', 'reasons'],
  additionalProperties: false,
};
