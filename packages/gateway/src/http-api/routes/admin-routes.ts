import { livez } from './livez.js';
import { metricsRoute } from './metrics.js';
import { adminReadyz } from './readyz.js';
import type { Route } from './route.js';

/** Returns the routes of the address for operators. */
export function adminRoutes(metrics: (() => Promise<string>) | undefined): readonly Route[] {
  return metrics === undefined ? [livez, adminReadyz] : [livez, adminReadyz, metricsRoute(metrics)];
}
