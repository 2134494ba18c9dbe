import type { Route } from './route.js';

/** Serves `GET /livez`: the process responds. It sends no request to a node, so that an unavailable node does not get the gateway restarted. */
export const livez: Route = {
  method: 'GET',
  path: '/livez',
  errors: 'problem',
  isPublic: true,
  problems: [],
  docs: () => ({
    operationId: 'isAlive',
    summary: 'Reports that the process is alive',
    description: 'Always 200. `/readyz` reports whether it is ready for traffic.',
    parameters: [],
    responses: {
      200: {
        description: 'It does.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { status: { const: 'alive' } },
              required: ['status'],
              additionalProperties: false,
            },
          },
        },
      },
    },
    schemas: {},
  }),
  open: () => () => ({ status: 200, headers: NOT_KEPT, body: '{"status":"alive"}' }),
};

/** Headers that forbid caching: the state may change in a moment. */
const NOT_KEPT = ['cache-control', 'no-store'];
