import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as Gateway from '@dapikit/gateway';
import type { Json } from '@dapikit/gateway';
import type { Platform, PlatformOptions } from '@dapikit/platform';
import { stringify } from 'lossless-json';
import { CommandError } from '../program/command.js';
import { describeNoUrl, isHttpUrl } from '../program/http-url.js';
import { FileError, withFile } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import { parseExactly } from './exact-json.js';
import { CliError } from '../program/cli-error.js';

/** Calls a platform, in a gateway or in this process. */
export interface PlatformEndpoint {
  /** Returns the result of a method. @throws {PlatformRejectedError} @throws {CommandError} when there is no platform. */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<Json>;
  close(): Promise<void>;
}

/** Reports a rejection by the platform. */
export class PlatformRejectedError extends CliError {
  override readonly name = 'PlatformRejectedError';

  constructor(
    message: string,
    /** `data` of the error object. */
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/**
 * Opens the platform of a gateway.
 * @param url of the gateway, such as `http://127.0.0.1:3000`; its platform is at `/platform`, and a URL may end with it.
 * @param apiKey for a gateway that asks for one.
 * @throws {UsageError} when it is not an HTTP address.
 */
export function remotePlatform(url: string, apiKey?: string): PlatformEndpoint {
  checkAddress(url);
  return {
    call: async (method, params) => {
      const answer = readAnswer(await askPlatform(url, apiKey, method, params), platformOf(url));
      if (answer.error !== undefined)
        throw new PlatformRejectedError(answer.error.message, answer.error.data ?? {});
      return answer.result ?? null;
    },
    close: () => Promise.resolve(),
  };
}

interface Answer {
  readonly result?: Json;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

/** Lists methods that follow from others: the log of a platform has them at debug level, as what pages ask again and again. */
const FOLLOWING: ReadonlySet<string> = new Set(['listAliases']);

/**
 * Calls a method of the platform of a gateway, and returns the text of the response.
 * @throws {CommandError} (rejects) when there is no platform
 */
export async function askPlatform(
  gateway: string,
  apiKey: string | undefined,
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
): Promise<string> {
  const url = platformOf(gateway);
  const request = { jsonrpc: '2.0', id: 1, method, ...(params && { params }) };
  const late = new AbortController();
  // A connection that ends without a response leaves nothing that keeps the program alive: the timer does.
  const timer = setTimeout(() => late.abort(), MAX_ANSWER_MS);
  try {
    return await responseText(url, request, apiKey, late.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request, and returns the text of its response. @throws {CommandError} (rejects) */
async function responseText(
  url: string,
  request: { readonly method: string },
  apiKey: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...(FOLLOWING.has(request.method) && { 'x-dapikit-poll': '1' }),
      },
      // It writes the digits of a bigint.
      body: stringify(request) ?? '',
    });
  } catch (error) {
    if (signal.aborted) throw noAnswer(url);
    if (SELF_SIGNED.has(causeOf(error)))
      throw new CommandError(
        `the certificate of ${url} is self-signed: use http:// on this machine, or set NODE_EXTRA_CA_CERTS=<file>`,
      );
    throw new CommandError(
      `there is no platform at ${url}: start one with npm start or dapikit dev, name another with --url or DAPIKIT_URL, or use a file with --data`,
    );
  }
  const text = await response.text().catch(() => {
    throw signal.aborted
      ? noAnswer(url)
      : new CommandError(`${url} ended its response before it was complete`);
  });
  if (response.ok) return text;
  if (response.status === 404) throw new CommandError(`there is no platform at ${url}`);
  throw new CommandError(`${url} returned HTTP status ${response.status}: ${text.slice(0, 500)}`);
}

/** Longer than any method of a platform waits. */
const MAX_ANSWER_MS = 120_000;

const noAnswer = (url: string): CommandError =>
  new CommandError(`${url} did not respond within ${MAX_ANSWER_MS / 1000} seconds`);

const SELF_SIGNED: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code;

function readAnswer(text: string, url: string): Answer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new CommandError(`${url} did not return JSON: ${printable(text.slice(0, 100))}`);
  }
  if (isAnswer(answer)) return answer;
  throw new CommandError(`${url} did not return JSON-RPC: ${printable(text.slice(0, 100))}`);
}

function isAnswer(answer: unknown): answer is Answer {
  if (typeof answer !== 'object' || answer === null) return false;
  if (!('error' in answer)) return 'result' in answer;
  const { error } = answer;
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}

/** Returns where a gateway has its platform. */
const platformOf = (url: string): string => `${url.replace(/(?:\/platform)?\/*$/, '')}/platform`;

function checkAddress(url: string): void {
  if (isHttpUrl(url)) return;
  const fixed = `http://${url}`;
  const advice = !url.includes('://') && URL.canParse(fixed) ? `; did you mean ${fixed}?` : '';
  throw new UsageError(`--url: ${describeNoUrl(url)}${advice}`);
}

/**
 * Opens a platform whose store is a file, at the time of its last block or at the present one. No other program may use the file.
 * @throws {FileError} (rejects) where a file cannot be there
 */
export async function localPlatform(
  file: string,
  options: Pick<PlatformOptions, 'protocolVersion' | 'strict' | 'fromLastBlock'>,
): Promise<PlatformEndpoint> {
  const [{ createPlatform, openLmdbStore }, { callPlatform, JsonRpcError }] = await Promise.all([
    import('@dapikit/platform'),
    import('@dapikit/gateway'),
  ]);
  await withFile(dirname(file), async () => stat(dirname(file)));
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw new FileError(
      `${file}: it is a folder: name a file with --data, which is made where it is missing`,
    );
  const platform = await opened(file, async () =>
    createPlatform({ ...options, store: openLmdbStore({ path: file }) }),
  );
  return { ...ownEndpoint(platform, { callPlatform, JsonRpcError }), close: async () => platform.close() };
}

/** Returns an endpoint of a platform of this process, which closing leaves open. */
export function ownEndpoint(
  platform: Platform,
  { callPlatform, JsonRpcError }: Pick<typeof Gateway, 'callPlatform' | 'JsonRpcError'>,
): PlatformEndpoint {
  return {
    call: async (method, params) => {
      try {
        // Params and results are what JSON can represent.
        const given = params && parseExactly(stringify(params) ?? '');
        const answer: Json = JSON.parse(
          JSON.stringify(
            (await callPlatform(method, given, { platform: () => Promise.resolve(platform) })) ?? null,
          ),
        );
        return answer;
      } catch (error) {
        if (error instanceof JsonRpcError) throw new PlatformRejectedError(error.message, { ...error.data });
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
}

async function opened(file: string, open: () => Promise<Platform>): Promise<Platform> {
  try {
    return await open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`the platform in ${file} cannot be opened: ${reason}`);
  }
}
