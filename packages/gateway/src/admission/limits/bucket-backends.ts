import { REDIS_BACKEND } from './redis-store.js';
import type { BucketBackend } from './shared-buckets.js';

/** Lists the backends by the setting that has the URL of each. The first one with a URL is used; without one, each process has its own limits. */
export const BUCKET_BACKENDS = {
  rateLimitRedis: REDIS_BACKEND,
} as const satisfies Readonly<Record<string, BucketBackend>>;

/** Lists the URLs of the backends, by setting. */
export type BackendUrls = { readonly [Setting in keyof typeof BUCKET_BACKENDS]: string | undefined };

/** Lists the names of the settings. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of names
export const BACKEND_SETTINGS = Object.keys(BUCKET_BACKENDS) as readonly (keyof BackendUrls)[];

/** Returns the first backend with a URL, and the URL; `undefined` where no setting has one. */
export function chosenBackend(
  urls: BackendUrls,
): { readonly backend: BucketBackend; readonly url: string } | undefined {
  for (const setting of BACKEND_SETTINGS) {
    const url = urls[setting];
    if (url !== undefined) return { backend: BUCKET_BACKENDS[setting], url };
  }
  return undefined;
}
