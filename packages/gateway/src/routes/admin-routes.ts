import { livez } from './livez.js';
import { metricsRoute } from './metrics.js';
import { readyz } from './readyz.js';
import type { Route } from './route.js';

/** The routes of the address for operators. */
export function adminRoutes(metrics: (() => Promise<string>) | undefined): readonly Route[] {
  return metrics === undefined ? [livez, readyz] : [livez, readyz, metricsRoute(metrics)];
}
