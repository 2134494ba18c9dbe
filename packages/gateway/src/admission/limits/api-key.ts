import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { checkRateLimit, type RateLimit } from './rate-limit.js';
import { GatewayError } from '../../base/gateway-error.js';

/** Describes a stored API key. */
export interface ApiKey {
  /** Name in limits and logs. */
  readonly name: string;
  /** `sha256:` and 64 hexadecimal digits, of the whole key. */
  readonly hash: string;
  /** The limit of who has it; that of every client when left out. */
  readonly rateLimit?: RateLimit;
}

/** Reports a list of API keys that cannot be read. */
export class ApiKeysError extends GatewayError {
  override readonly name = 'ApiKeysError';
}

const PREFIX = 'dapikit_';
const KEY_BYTES = 32;
/** Matches the name of a key. */
export const API_KEY_NAME = /^[\w.-]{1,64}$/;
const HASH = /^sha256:([\da-f]{64})$/;
/** Each of them is compared with at every request that has one. */
const MAX_KEYS = 1_000;

/** Returns a new key: 256 random bits. */
export function makeApiKey(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * Returns the hash of a key, as a list of keys has it. A plain one: a slow hash protects what people think up, and nobody guesses
 * 256 random bits; at every request it would be a way to keep the gateway busy.
 */
export function hashApiKey(key: string): string {
  return `sha256:${digest(key).toString('hex')}`;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Reads a list of keys: a JSON array of `{ "name", "hash" }`, each with `"rateLimit": { "perMinute", "burst" }` or without.
 * @throws {ApiKeysError} with the position, the found and the expected value.
 */
export function readApiKeys(text: string): readonly ApiKey[] {
  const list = parse(text);
  if (!Array.isArray(list)) throw wrong('', 'an array of keys', list);
  const keys = list.map((entry: unknown, index) => readApiKey(entry, `/${index}`));
  checkApiKeys(keys);
  return keys;
}

/** Checks a list of keys. @throws {ApiKeysError} when a key is malformed, or two have the same name or the same hash. */
export function checkApiKeys(keys: readonly ApiKey[]): void {
  if (keys.length > MAX_KEYS) throw wrong('', `at most ${MAX_KEYS} keys`, keys.length);
  const seen = new Set<string>();
  for (const [index, { name, hash, rateLimit }] of keys.entries()) {
    if (!API_KEY_NAME.test(name))
      throw wrong(`/${index}/name`, '1 to 64 letters, digits, dots and dashes', name);
    if (!HASH.test(hash))
      throw wrong(`/${index}/hash`, 'sha256: and 64 hexadecimal digits', 'something else');
    for (const [member, value] of Object.entries({ name, hash })) {
      if (seen.has(value)) throw wrong(`/${index}/${member}`, 'one that no key before it has', value);
      seen.add(value);
    }
    if (rateLimit !== undefined) checkLimit(rateLimit, `/${index}/rateLimit`);
  }
}

function checkLimit(limit: RateLimit, at: string): void {
  try {
    checkRateLimit(limit);
  } catch (error) {
    throw new ApiKeysError(`${at}/${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('', 'JSON', 'something else');
  }
}

function readApiKey(entry: unknown, at: string): ApiKey {
  const { name, hash, rateLimit } = members(entry, at, ['name', 'hash', 'rateLimit']);
  if (typeof name !== 'string') throw wrong(`${at}/name`, 'a string', name);
  if (typeof hash !== 'string') throw wrong(`${at}/hash`, 'a string', hash);
  return rateLimit === undefined
    ? { name, hash }
    : { name, hash, rateLimit: readRateLimit(rateLimit, `${at}/rateLimit`) };
}

function readRateLimit(value: unknown, at: string): RateLimit {
  const { perMinute, burst } = members(value, at, ['perMinute', 'burst']);
  if (typeof perMinute !== 'number') throw wrong(`${at}/perMinute`, 'a number', perMinute);
  if (typeof burst !== 'number') throw wrong(`${at}/burst`, 'a number', burst);
  return { perMinute, burst };
}

function members(value: unknown, at: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(at, 'an object', value);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`${at}/${unknown}`, `one of ${known.join(', ')}`, unknown);
  return { ...value };
}

function wrong(at: string, expected: string, found: unknown): ApiKeysError {
  return new ApiKeysError(`${at || 'the list of API keys'}: expected ${expected}, found ${describe(found)}`);
}

function describe(found: unknown): string {
  if (found === undefined) return 'nothing';
  return typeof found === 'object' ? 'an object, an array or null' : JSON.stringify(found);
}

/**
 * Finds the key that was presented. Every key is compared with, in constant time.
 * @throws {ApiKeysError} when the keys are none.
 */
export function keyRing(keys: readonly ApiKey[]): (presented: string) => ApiKey | undefined {
  checkApiKeys(keys);
  const known = keys.map((key) => ({ key, hash: Buffer.from(key.hash.replace('sha256:', ''), 'hex') }));
  return (presented) => {
    const hash = digest(presented);
    let found: ApiKey | undefined;
    for (const one of known) if (timingSafeEqual(one.hash, hash)) found = one.key;
    return found;
  };
}
