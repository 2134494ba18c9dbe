import { Semaphore, waitAtMost } from '@dapikit/chain';
import type { Platform, StateQuorum } from '@dapikit/platform';
import { paramsSchema, readValues } from '../../base/params/named-params.js';
import type { ParamTable } from '../../base/params/param.js';
import { ERROR_CODES, invalidParams, JsonRpcError } from '../../base/messages/json-rpc-error.js';
import type { ExactJson } from '../../base/messages/exact-json.js';
import type { Params } from '../../base/messages/request.js';
import type { Json } from '../../base/messages/json.js';
import type { Method } from '../../base/method/method.js';
import type { DocumentedError, JsonSchema } from '../../base/method/method-docs.js';
import type { ExamplePlay } from './example-play.js';
import type { PlatformAccess, PlatformUse } from './platform-access.js';
import { plainJson } from './plain-json.js';

/** Gives a platform, which is created at the first request. */
export interface PlatformSource {
  platform(): Promise<Platform>;
  /** Returns whether its store responds, for `/readyz` and the metrics, which omit it otherwise. Never fails, and resolves soon. */
  readonly isUp?: () => Promise<boolean>;
  /** Returns the key that signs its states, where that is no quorum of layer 1. */
  readonly stateQuorum?: () => StateQuorum | undefined;
}

/** Documents a method of the platform. */
export interface PlatformMethodDocs {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** True if it changes the state. */
  readonly isWrite: boolean;
  /** Where others use the platform it is for fewer than those who may read or, as `isWrite` says, write: for whom, and why. */
  readonly reserved?: { readonly use: Exclude<PlatformUse, 'read' | 'write'>; readonly why: string };
  /** The units of its rate limit that a call takes of a client; {@link costOf} says those where there are none. */
  readonly cost?: number;
  readonly params: ParamTable;
  readonly result: JsonSchema;
  /** Returns the params of a call that succeeds on the platform of the examples. */
  readonly example: (play: ExamplePlay) => Json | undefined;
}

/** Describes a method of the platform: its documentation, and how it is called. */
export interface PlatformMethod extends PlatformMethodDocs {
  /** Runs the method. @throws {JsonRpcError} -32602 when the params are not those of the method; what the platform throws */
  readonly run: (params: ExactJson | undefined, platform: Platform) => Promise<unknown>;
}

type Input = Readonly<Record<string, unknown>>;

/** Methods of a platform by name: each checks its input itself. */
type Callable = { readonly [Name in keyof Platform]: (input: Input) => Promise<unknown> };

/**
 * Defines a method of the platform from its documentation.
 * @param run what it does, where that is not what the method of its name does with an object of the params.
 */
export function definePlatformMethod(
  docs: Omit<PlatformMethodDocs, 'example' | 'name'> & {
    readonly name: keyof Platform;
    readonly example?: PlatformMethodDocs['example'];
  },
  run?: (input: Input, platform: Platform) => Promise<unknown>,
): PlatformMethod {
  const { name, params, example = () => undefined } = docs;
  return {
    ...docs,
    example,
    run: async (given, platform) => {
      const read = Object.entries(readValues(params, given)).filter(([, value]) => value !== undefined);
      const input: Input = Object.fromEntries(read);
      if (run !== undefined) return run(input, platform);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see Callable
      return (platform as unknown as Callable)[name](input);
    },
  };
}

/** Returns the permission that a method needs where others use the platform. */
export const useOf = ({ reserved, isWrite }: Pick<PlatformMethodDocs, 'reserved' | 'isWrite'>): PlatformUse =>
  reserved?.use ?? (isWrite ? 'write' : 'read');

const COSTS: Readonly<Record<PlatformUse, number>> = { read: 1, write: 5, inspect: 20, operate: 20, own: 1 };

/** Returns the units of its rate limit that a call of a method takes of a client. */
export const costOf = (method: Pick<PlatformMethodDocs, 'reserved' | 'isWrite' | 'cost'>): number =>
  method.cost ?? COSTS[useOf(method)];

/** Describes how the methods of a platform are served. */
export interface PlatformTerms {
  readonly access: PlatformAccess;
  /** The largest accepted contract text, in bytes. */
  readonly maxContractBytes: number;
  /** Address of the documentation's site, for the `docs` of errors; without one, they are commands. */
  readonly docsUrl?: string | undefined;
}

/** Cost from which a method that is no write reads all of something. */
const WHOLE_COST = 20;
/** Maximum number of these at once: a result takes several times as much memory as its text, and a batch has many of them. */
const MAX_CONCURRENT_FULL_READS = 2;
/** Maximum wait of others for their turn, in milliseconds. */
const PATIENCE = 10_000;

/** Returns methods of a platform as JSON-RPC methods, for `createDispatch`. The platform is made at the first call. */
export function jsonRpcMethods(
  methods: readonly PlatformMethod[],
  source: PlatformSource,
  terms: PlatformTerms,
): Method[] {
  const whole = new Semaphore(MAX_CONCURRENT_FULL_READS);
  return methods.map((method) => jsonRpcMethod(method, source, terms, whole));
}

function jsonRpcMethod(
  method: PlatformMethod,
  source: PlatformSource,
  { access, maxContractBytes, docsUrl }: PlatformTerms,
  whole: Semaphore,
): Method {
  const { name, summary, description, result, params, run } = method;
  const schema = paramsSchema(params);
  const use = useOf(method);
  return {
    name,
    summary,
    description,
    ...(schema && { params: schema }),
    result,
    cost: costOf(method),
    runsInOrder: method.isWrite,
    permission: { changesState: method.isWrite, callers: access.callersOf(use) },
    errors: [
      { code: ERROR_CODES.invalidParams, reason: 'invalid-params', when: 'params are not as described' },
      ...(Object.hasOwn(params, 'contract') ? [CONTRACT_TOO_LARGE] : []),
      STORE_UNAVAILABLE,
      ...access.errorsOf(use),
      ...(method.isWrite
        ? [
            {
              code: ERROR_CODES.rejected,
              reason: 'the official name of the error',
              when: 'the network rejects the operation',
            },
          ]
        : []),
    ],
    exampleParams: () => undefined,
    call: async (given, _context, caller) => {
      const rejection = access.rejection(use, caller);
      if (rejection !== undefined) throw rejection;
      if (Object.hasOwn(params, 'contract')) checkContractSize(given, maxContractBytes);
      const answer = async (): Promise<unknown> => answerOf(run, given.exact, source, docsUrl);
      return method.isWrite || costOf(method) < WHOLE_COST
        ? answer()
        : whole.run(answer, waitAtMost(PATIENCE, tooMany));
    },
  };
}

/** Contracts are checked in few threads. */
function checkContractSize(params: Params, maxBytes: number): void {
  const bytes = Buffer.byteLength(params.source('contract') ?? '');
  if (bytes <= maxBytes) return;
  throw invalidParams('Contract is too large', {
    reason: 'contract-too-large',
    expected: `at most ${maxBytes} bytes`,
    found: `${bytes} bytes`,
    at: '/params/contract',
    fix: 'Shorten the contract: one of 20480 bytes, serialized, is the largest that can be registered.',
  });
}

const CONTRACT_TOO_LARGE: DocumentedError = {
  code: ERROR_CODES.invalidParams,
  reason: 'contract-too-large',
  when: 'the contract is larger than `max-contract-bytes`',
};

const tooMany = (): JsonRpcError =>
  new JsonRpcError(ERROR_CODES.unavailable, 'The platform is busy', {
    reason: 'store-unavailable',
    fix: 'Try again later.',
    store: { reason: 'busy', isTransient: true, maybeCommitted: false },
  });

const STORE_UNAVAILABLE: DocumentedError = {
  code: ERROR_CODES.unavailable,
  reason: 'store-unavailable',
  when: 'the database of the platform does not respond: try again later; a write may still have been stored',
};

/**
 * Returns the result of a method of the platform, as JSON, or as bytes where it is nothing else: a file may have many.
 * @throws {JsonRpcError} (or rejects with it) for every outcome that is foreseen.
 */
export async function answerOf(
  run: PlatformMethod['run'],
  params: ExactJson | undefined,
  source: PlatformSource,
  docsUrl?: string,
): Promise<unknown> {
  try {
    const result = await run(params, await source.platform());
    return result instanceof Uint8Array ? result : plainJson(result);
  } catch (error) {
    const { jsonRpcErrorOf } = await import('./platform-errors.js');
    throw jsonRpcErrorOf(error, docsUrl);
  }
}
