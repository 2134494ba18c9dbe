import { loadOnce } from '../../base/load-once.js';
import { openApiDocument } from './openapi-document.js';
import type { Route } from './route.js';

/** Serves `GET /openapi.json`: the OpenAPI document of all routes. It is built at the first request. */
export const openApi: Route = {
  method: 'GET',
  path: '/openapi.json',
  errors: 'problem',
  isPublic: true,
  problems: [],
  docs: () => ({
    operationId: 'describeRoutes',
    summary: 'This document',
    description: 'The OpenAPI 3.1 description of the gateway.',
    parameters: [],
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['openapi', 'info', 'paths'] },
          },
        },
      },
    },
    schemas: {},
  }),
  open: ({ settings, routes }) => {
    const written = loadOnce(async () => JSON.stringify(await openApiDocument(routes, settings)));
    return async () => ({ status: 200, headers: [], body: await written() });
  },
};
