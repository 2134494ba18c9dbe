import type { IncomingHttpHeaders } from 'node:http';
import type { Eventually } from '@dapikit/chain';
import type { Logger } from 'pino';
import { whenKnown } from '../../base/messages/eventually.js';
import type { Rejection } from '../../base/http/rejections.js';
import { addressGroup } from './address-group.js';
import { keyRing, type ApiKey } from './api-key.js';
import { chosenBackend } from './bucket-backends.js';
import type { Buckets } from './buckets.js';
import type { ClientAddresses, ForwardedRequest } from './client-address.js';
import {
  API_KEY_MISSING,
  API_KEY_UNKNOWN,
  rateLimited,
  rateLimitHeaders,
  requestTooExpensive,
} from './limit-rejections.js';
import type { LimitSettings } from './limit-settings.js';
import { MemoryBuckets } from './memory-buckets.js';
import { RequestRejectedError, type Meter } from './meter.js';
import { checkRateLimit, type RateLimit, type Verdict } from './rate-limit.js';
import { affordableBytes } from './size-cost.js';
import { SharedBuckets } from './shared-buckets.js';

/** Admits requests and charges their cost. */
export interface Admission {
  /** Identifies the client of a request. Call before reading the body. */
  admit(request: ForwardedRequest, needsKey: boolean): Visit;
  close(): void;
}

/** Represents a request by its caller. */
export class Visit implements Meter {
  /** Rejection of a client without units, whatever else is wrong with the request. */
  readonly limited: Rejection | undefined;
  /** Rejection of a missing or unknown key, whatever units the client has. */
  readonly unauthorized: Rejection | undefined;
  /** Rejection of a client without units, or of a missing or unknown key. */
  readonly rejection: Rejection | undefined;
  readonly max: number;
  readonly hasKey: boolean;
  /** The name of its caller in the buckets: an address, or a key. */
  readonly client: string;
  /** True if its caller gave an API key with a limit of its own. */
  readonly hasOwnLimit: boolean;
  readonly #buckets: Buckets;
  readonly #limit: RateLimit | undefined;
  #verdict: Verdict | undefined;

  constructor(
    buckets: Buckets,
    client: string,
    limit: RateLimit | undefined,
    { key, rejection }: { readonly key?: ApiKey; readonly rejection?: Rejection | undefined },
  ) {
    this.hasKey = key !== undefined;
    this.hasOwnLimit = key?.rateLimit !== undefined;
    this.client = client;
    this.max = limit?.burst ?? Infinity;
    this.#buckets = buckets;
    this.#limit = limit;
    this.limited = this.rejectionOf(1);
    this.unauthorized = rejection;
    this.rejection = this.limited ?? rejection;
  }

  charge(cost: number): Eventually<void> {
    const limit = this.#limit;
    if (limit === undefined || cost === 0) return undefined;
    return whenKnown(this.#buckets.take(this.client, cost, limit), (verdict) => {
      this.#verdict = verdict;
      if (verdict.isAllowed) return;
      const rejection = rejectionFor(cost, verdict, limit);
      throw new RequestRejectedError(rejection, rejection.body);
    });
  }

  spend(cost: number): void {
    const limit = this.#limit;
    if (limit === undefined || cost <= 0) return;
    const { remaining } = this.#buckets.peek(this.client, 0, limit);
    if (remaining === 0) return;
    void whenKnown(this.#buckets.take(this.client, Math.min(cost, remaining), limit), (verdict) => {
      this.#verdict = verdict;
    });
  }

  rejectionOf(cost: number): Rejection | undefined {
    if (this.#limit === undefined) return undefined;
    const verdict = this.#buckets.peek(this.client, cost, this.#limit);
    return verdict.isAllowed ? undefined : rejectionFor(cost, verdict, this.#limit);
  }

  /** Returns whether its caller has units for a cost left. */
  canPay(cost: number): boolean {
    return this.#limit === undefined || this.#buckets.peek(this.client, cost, this.#limit).isAllowed;
  }

  /** Returns the size of the largest body that the client can afford now, in bytes. */
  get maxBodyBytes(): number {
    if (this.#limit === undefined) return Infinity;
    return affordableBytes(this.#buckets.peek(this.client, 0, this.#limit).remaining);
  }

  /** Returns the headers with the remaining quota of the client; none before it was charged. */
  get headers(): readonly string[] {
    return this.#verdict === undefined || this.#limit === undefined
      ? NO_HEADERS
      : rateLimitHeaders(this.#verdict, this.#limit);
  }
}

const rejectionFor = (cost: number, verdict: Verdict, limit: RateLimit): Rejection =>
  cost > limit.burst ? requestTooExpensive(cost, limit) : rateLimited(verdict, limit);

const NO_HEADERS: readonly string[] = [];

/** Lists the dependencies of the admission of clients. */
export interface AdmissionParts {
  readonly addresses: ClientAddresses;
  readonly log: Logger;
  /** The cost of the most expensive call: a limit below it would never allow that call. */
  readonly minBurst: number;
  /** A clock that never goes back, in whole microseconds. */
  readonly now?: () => number;
}

/**
 * Opens the admission of a gateway; `undefined` where everybody may do everything.
 * @throws {RangeError} for a limit that is none, or the URL of a backend that is none.
 * @throws {ApiKeysError} when the keys are none.
 * @throws {MissingPackageError}
 */
export async function openAdmission(
  settings: LimitSettings,
  { addresses, log, minBurst, now = microseconds }: AdmissionParts,
): Promise<Admission | undefined> {
  const { rateLimit, apiKeys, isApiKeyRequired } = settings;
  const limits = [rateLimit, ...apiKeys.map((key) => key.rateLimit)].filter((limit) => limit !== undefined);
  if (limits.length === 0 && apiKeys.length === 0 && !isApiKeyRequired) return undefined;
  const findKey = keyRing(apiKeys);
  for (const limit of limits) checkRateLimit(limit, minBurst);
  const memory = new MemoryBuckets({ limits, now });
  const chosen = limits.length === 0 ? undefined : chosenBackend(settings);
  const buckets =
    chosen === undefined
      ? memory
      : await SharedBuckets.start(chosen.backend, await chosen.backend.open(chosen.url), memory, log);

  return {
    admit: (request, needsKey) => {
      const presented = apiKeys.length > 0 ? presentedKey(request.headers) : undefined;
      const key = presented === undefined ? undefined : findKey(presented);
      if (key !== undefined)
        return new Visit(buckets, `key:${key.name}`, key.rateLimit ?? rateLimit, { key });
      const isMissing = isApiKeyRequired && needsKey && presented === undefined;
      const rejection = isMissing ? API_KEY_MISSING : presented === undefined ? undefined : API_KEY_UNKNOWN;
      return new Visit(buckets, addressGroup(addresses.of(request)), rateLimit, { rejection });
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
