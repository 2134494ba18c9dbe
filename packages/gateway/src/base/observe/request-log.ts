import type { Logger } from 'pino';
import type { JsonRpcError } from '../messages/json-rpc-error.js';
import type { CallDetails, GrpcCallDetails, Observer } from './observer.js';
import { shortMembers, shortText } from './short-text.js';

/** Says how requests are logged. */
export interface RequestLogOptions {
  /** The level of calls, and of requests that a route rejects. Polls of a page are at `debug`. */
  readonly level: 'info' | 'debug';
  /**
   * Shown values: those of params, results and errors, shortened and without secrets; or, where others use the gateway, numbers and
   * identifiers alone, without names and contents of documents.
   */
  readonly shows: 'values' | 'ids';
}

/** Logs requests at `debug`, by identifiers. */
export const QUIET_REQUESTS: RequestLogOptions = { level: 'debug', shows: 'ids' };

const MAX_PARAMS = 160;
const MAX_RESULT = 60;
const MAX_MESSAGE = 400;

/** Calls over gRPC have a line of their own. */
const GRPC_PATH = /^\/(?:\w+\.)+\w+\/\w+$/;
const FIRST_ERROR = 400;

/**
 * Returns an observer that logs each request with its method, params, result or error, and duration, and passes everything to another one.
 * Where its level is not logged, nothing is composed.
 */
export function loggedRequests(
  observer: Observer,
  log: Logger,
  options: RequestLogOptions,
  now: () => number = () => performance.now(),
): Observer {
  const { level } = options;
  return {
    ...observer,
    request: (route, headers, run) => {
      if (!log.isLevelEnabled(level)) return observer.request(route, headers, run);
      return observer.request(route, headers, (ended) =>
        run((status) => {
          ended(status);
          if (status >= FIRST_ERROR && !GRPC_PATH.test(route))
            log[level]({ route, status }, 'request rejected');
        }),
      );
    },
    call: (name, run) => {
      if (!log.isLevelEnabled(level)) return observer.call(name, run);
      const start = now();
      return observer.call(name, (ended) =>
        run((outcome, details) => {
          ended(outcome, details);
          if (details === undefined) return;
          const at = details.isPoll ? 'debug' : level;
          if (log.isLevelEnabled(at))
            log[at](
              { ...callFields(name, details, options), outcome, milliseconds: tenths(now() - start) },
              'call',
            );
        }),
      );
    },
    grpcCall: (path, run) => {
      if (!log.isLevelEnabled(level)) return observer.grpcCall(path, run);
      const start = now();
      return observer.grpcCall(path, (ended) =>
        run((status, details) => {
          ended(status, details);
          log[level](
            { method: path, ...grpcFields(details, options), status, milliseconds: tenths(now() - start) },
            'gRPC call',
          );
        }),
      );
    },
  };
}

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** Returns the path at which a method is called. */
function pathOf(name: string): string {
  if (name.startsWith('platform.')) return '/platform';
  return name.startsWith('dev.') ? '/dev' : '/';
}

function callFields(name: string, details: CallDetails, { shows }: RequestLogOptions): object {
  const { requestId, method, params, result, error } = details;
  const path = pathOf(name);
  if (shows === 'ids') {
    const known = name.endsWith('other') || name === 'none' ? undefined : method;
    const shown = paramsText(idsOf(params));
    return {
      requestId,
      path,
      method: known,
      ...(shown && { params: shown }),
      ...(error && codeFields(error)),
    };
  }
  const shown = paramsText(params);
  return {
    requestId,
    path,
    method: method && shortText(method, MAX_PARAMS),
    ...(shown && { params: shown }),
    ...(error === undefined
      ? result !== undefined && { result: shortText(result, MAX_RESULT) }
      : { ...errorFields(error), message: bounded(error.message) }),
  };
}

function paramsText(params: unknown): string | undefined {
  if (Array.isArray(params)) return params.length === 0 ? undefined : shortText(params, MAX_PARAMS);
  return typeof params === 'object' && params !== null ? shortMembers({ ...params }, MAX_PARAMS) : undefined;
}

const bounded = (text: string): string =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;

const codeFields = ({ code, data }: JsonRpcError): object => ({
  code,
  reason: data?.reason,
  ...(data?.code !== undefined && { consensusCode: data.code }),
});

/** Returns the place of an error, too, which has names of a document. */
const errorFields = (error: JsonRpcError): object => ({
  ...codeFields(error),
  ...(error.data?.at !== undefined && { at: error.data.at.slice(0, MAX_PARAMS) }),
});

/** Params that name something without showing a name or a content. */
const ID_NAME = /^(?:height|hash|blockHash|baseBlockHash|txid|limit|.*[iI]d|by|documentType|verbosity)$/;

/** Returns the params that are numbers or identifiers. */
function idsOf(params: unknown): unknown {
  if (Array.isArray(params) || typeof params !== 'object' || params === null) return undefined;
  return Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => ID_NAME.test(name) && (typeof value === 'number' || typeof value === 'string'),
    ),
  );
}

function grpcFields(details: GrpcCallDetails | undefined, { shows }: RequestLogOptions): object {
  if (details === undefined) return {};
  const { requestId, request, failure, outcome } = details;
  const members = request?.(shows === 'ids');
  const shown = members && shortMembers(members, MAX_PARAMS);
  return {
    requestId,
    ...(shown && { params: shown }),
    ...(outcome !== undefined && { outcome }),
    ...(failure !== undefined && shows === 'values' && { message: bounded(failure) }),
  };
}
