import { METRICS_TYPE } from '../../base/observe/metrics.js';
import type { Route } from './route.js';

/**
 * Serves `GET /metrics`, at the address for operators.
 * @param text gives the metrics in the text format of Prometheus
 */
export const metricsRoute = (text: () => Promise<string>): Route => ({
  method: 'GET',
  path: '/metrics',
  errors: 'problem',
  problems: [],
  docs: () => ({
    operationId: 'readMetrics',
    summary: 'Metrics for Prometheus',
    description: 'In its text format. With `--workers` those of all workers together.',
    parameters: [],
    responses: {
      200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
    schemas: {},
  }),
  open: () => async () => ({
    status: 200,
    headers: ['cache-control', 'no-store'],
    type: METRICS_TYPE,
    body: await text(),
  }),
});
