import type { IncomingHttpHeaders } from 'node:http';
import type { Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import { whenKnown } from '../json-rpc/eventually.js';
import type { Refusal } from '../server/refusals.js';
import { addressGroup } from './address-group.js';
import { keyRing } from './api-key.js';
import type { Buckets } from './buckets.js';
import type { ClientAddresses, ForwardedRequest } from './client-address.js';
import { API_KEY_MISSING, API_KEY_UNKNOWN, rateLimited, rateLimitHeaders } from './limit-refusals.js';
import type { LimitSettings } from './limit-settings.js';
import { MemoryBuckets } from './memory-buckets.js';
import { Refused, type Meter } from './meter.js';
import { checkRateLimit, type RateLimit, type Verdict } from './rate-limit.js';
import { redisStore } from './redis-store.js';
import { SharedBuckets } from './shared-buckets.js';

/** Lets clients in, and counts what they ask for. */
export interface Admission {
  /** Says who asks. To be asked before the body of a request is read. */
  admit(request: ForwardedRequest, needsKey: boolean): Visit;
  close(): void;
}

/** A request, by who asks. */
export class Visit implements Meter {
  /** Why it is not let in: it has nothing left, or no key that it needs. */
  readonly refusal: Refusal | undefined;
  readonly most: number;
  readonly hasKey: boolean;
  readonly #buckets: Buckets;
  readonly #client: string;
  readonly #limit: RateLimit | undefined;
  #verdict: Verdict | undefined;

  constructor(
    buckets: Buckets,
    client: string,
    limit: RateLimit | undefined,
    { hasKey, refusal }: { readonly hasKey: boolean; readonly refusal?: Refusal | undefined },
  ) {
    this.hasKey = hasKey;
    this.most = limit?.burst ?? Infinity;
    this.#buckets = buckets;
    this.#client = client;
    this.#limit = limit;
    this.refusal = this.#nothingLeft() ?? refusal;
  }

  charge(cost: number): Eventually<void> {
    const limit = this.#limit;
    if (limit === undefined || cost === 0) return undefined;
    return whenKnown(this.#buckets.take(this.#client, cost, limit), (verdict) => {
      this.#verdict = verdict;
      if (verdict.isAllowed) return;
      const refusal = rateLimited(verdict, limit);
      throw new Refused(refusal, refusal.body);
    });
  }

  /** Takes a unit for a request that is refused for another reason than that there is none. */
  chargeRefused(): void {
    if (this.#limit !== undefined) void this.#buckets.take(this.#client, 1, this.#limit);
  }

  /** The headers that tell what is left to the client; none before it was charged. */
  get headers(): readonly string[] {
    return this.#verdict === undefined || this.#limit === undefined
      ? NO_HEADERS
      : rateLimitHeaders(this.#verdict, this.#limit);
  }

  #nothingLeft(): Refusal | undefined {
    if (this.#limit === undefined) return undefined;
    const verdict = this.#buckets.peek(this.#client, 1, this.#limit);
    return verdict.isAllowed ? undefined : rateLimited(verdict, this.#limit);
  }
}

const NO_HEADERS: readonly string[] = [];

/** What the admission of clients stands on. */
export interface AdmissionParts {
  readonly addresses: ClientAddresses;
  readonly log: Logger;
  /** The cost of the dearest call: a limit that never allowed it would be a mistake. */
  readonly dearest: number;
  /** A clock that never goes back, in whole microseconds. */
  readonly now?: () => number;
}

/**
 * Opens the door of a gateway; `undefined` where everybody may do everything.
 * @throws {RangeError} for a limit that is none, or an address of Redis that is none.
 * @throws {ApiKeysError} when the keys are none.
 * @throws {RedisClientMissing}
 */
export async function openAdmission(
  settings: LimitSettings,
  { addresses, log, dearest, now = microseconds }: AdmissionParts,
): Promise<Admission | undefined> {
  const { rateLimit, rateLimitRedis, apiKeys, isApiKeyRequired } = settings;
  const limits = [rateLimit, ...apiKeys.map((key) => key.rateLimit)].filter((limit) => limit !== undefined);
  if (limits.length === 0 && apiKeys.length === 0 && !isApiKeyRequired) return undefined;
  const findKey = keyRing(apiKeys);
  for (const limit of limits) checkRateLimit(limit, dearest);
  const memory = new MemoryBuckets({ limits, now });
  const buckets =
    rateLimitRedis === undefined || limits.length === 0
      ? memory
      : await SharedBuckets.start(await redisStore(rateLimitRedis), memory, log);

  return {
    admit: (request, needsKey) => {
      const presented = apiKeys.length > 0 ? presentedKey(request.headers) : undefined;
      const key = presented === undefined ? undefined : findKey(presented);
      if (key !== undefined)
        return new Visit(buckets, `key:${key.name}`, key.rateLimit ?? rateLimit, { hasKey: true });
      const isMissing = isApiKeyRequired && needsKey && presented === undefined;
      const refusal = isMissing ? API_KEY_MISSING : presented === undefined ? undefined : API_KEY_UNKNOWN;
      return new Visit(buckets, addressGroup(addresses.of(request)), rateLimit, { hasKey: false, refusal });
    },
    close: () => buckets.close(),
  };
}

const BEARER = /^bearer +(\S+)$/i;

function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const [, token] = BEARER.exec(headers.authorization ?? '') ?? [];
  const key = token ?? headers['x-api-key'];
  return key === undefined ? undefined : String(key);
}

function microseconds(): number {
  return Math.floor(performance.now() * 1000);
}
