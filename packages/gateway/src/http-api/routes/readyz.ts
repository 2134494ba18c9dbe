import type { Readiness } from '../health/readiness.js';
import { HASH_SCHEMA, type JsonSchema } from '../../base/method/method-docs.js';
import type { NodeReport } from '../../base/observe/metrics.js';
import type { Route } from './route.js';

/** Serves `GET /readyz`: 200 while the chain behind the gateway advances, otherwise 503 and the reason. */
export const readyz: Route = {
  method: 'GET',
  path: '/readyz',
  errors: 'problem',
  isPublic: true,
  problems: [],
  docs: () => ({
    operationId: 'isReady',
    summary: 'Reports whether the gateway is ready for traffic',
    description:
      '503 while no node responds, while the node is in its initial block download (ignored on regtest) or lags more than ' +
      '`ready-max-blocks-behind` blocks behind its headers, while the median time of the last eleven blocks is older than ' +
      '`ready-max-tip-age` (ignored on regtest), and during shutdown. The body has the reasons and lists each node with its state and last failure. On the admin address it ' +
      'shows addresses of unnamed nodes, elsewhere numbers. Nodes are queried at most once per second.',
    parameters: [],
    responses: {
      200: { description: 'It should.', content: { 'application/json': { schema: READINESS } } },
      503: {
        description: 'Not ready; `reasons` lists why.',
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
  description: 'Whether the gateway is ready for traffic, and why.',
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
      description: 'The nodes behind the gateway; absent for an embedded chain.',
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
            description: 'The last failure, such as `connection refused`; absent while it responds.',
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
      description: 'Whether the platform store responds, if there is one. The chain is served without it.',
    },
  },
  required: ['status', 'reasons'],
  additionalProperties: false,
};
