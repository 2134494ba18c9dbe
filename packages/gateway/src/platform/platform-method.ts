import type { Platform } from '@dapikit/platform';
import { paramsSchema, readValues, type Param } from '../dev/param.js';
import { ERROR_CODES } from '../json-rpc/json-rpc-error.js';
import type { Json } from '../json-rpc/request.js';
import type { DocumentedError, JsonSchema, Method } from '../methods/method.js';
import type { ExamplePlay } from './example-play.js';
import { forbiddenErrors, OWN_PLATFORM, type PlatformAccess, type PlatformUse } from './platform-access.js';
import { plainJson } from './plain-json.js';

/** Where a platform is had from: it is made when it is first asked for. */
export interface PlatformSource {
  platform(): Promise<Platform>;
  /** Whether its store answers: for `/readyz` and the metrics, which say nothing of it without. Never fails, and answers soon. */
  readonly isUp?: () => Promise<boolean>;
}

/** What is said of a method of the platform. */
export interface PlatformMethodDocs {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it changes the state. */
  readonly isWrite: boolean;
  /** Where others use the platform it is for fewer than those who may read or, as `isWrite` says, write: for whom, and why. */
  readonly reserved?: { readonly use: Exclude<PlatformUse, 'read' | 'write'>; readonly why: string };
  /** The units of its rate limit that a call takes of a client; {@link costOf} says those where there are none. */
  readonly cost?: number;
  readonly params: ParamTable;
  readonly result: JsonSchema;
  /** The params of a call that succeeds on the platform of the examples. */
  readonly example: (play: ExamplePlay) => Json | undefined;
}

/** A method of the platform: its documentation, and how it is called. */
export interface PlatformMethod extends PlatformMethodDocs {
  /** @throws {JsonRpcError} -32602 when the params are not those of the method; what the platform throws */
  readonly run: (params: Json | undefined, platform: Platform) => Promise<unknown>;
}

type ParamTable = Readonly<Record<string, Param<unknown>>>;
type Input = Readonly<Record<string, unknown>>;

/** What a platform can do, by names: it looks at all that it is given itself. */
type Callable = { readonly [Name in keyof Platform]: (input: Input) => Promise<unknown> };

/**
 * A method of the platform from its documentation.
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

/** For whom a method is where others use the platform. */
export const useOf = ({ reserved, isWrite }: Pick<PlatformMethodDocs, 'reserved' | 'isWrite'>): PlatformUse =>
  reserved?.use ?? (isWrite ? 'write' : 'read');

const COSTS: Readonly<Record<PlatformUse, number>> = { read: 1, write: 5, operate: 20, own: 1 };

/** The units of its rate limit that a call of a method takes of a client. */
export const costOf = (method: Pick<PlatformMethodDocs, 'reserved' | 'isWrite' | 'cost'>): number =>
  method.cost ?? COSTS[useOf(method)];

/** Methods of a platform as JSON-RPC methods, for `createDispatch`. The platform is made at the first call. */
export const jsonRpcMethods = (
  methods: readonly PlatformMethod[],
  source: PlatformSource,
  access: PlatformAccess,
): Method[] => methods.map((method) => jsonRpcMethod(method, source, access));

function jsonRpcMethod(method: PlatformMethod, source: PlatformSource, access: PlatformAccess): Method {
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
    permission: { changesState: method.isWrite, callers: access.callersOf(use) },
    errors: [
      { code: ERROR_CODES.invalidParams, reason: 'invalid-params', when: 'params are not as described' },
      STORE_UNAVAILABLE,
      ...(access === OWN_PLATFORM ? [] : forbiddenErrors(use)),
      ...(method.isWrite
        ? [
            {
              code: ERROR_CODES.refused,
              reason: 'the official name of the error',
              when: 'the network refuses the operation',
            },
          ]
        : []),
    ],
    exampleParams: () => undefined,
    call: async ({ value }, _context, caller) => {
      const refusal = access.refusal(use, caller);
      if (refusal !== undefined) throw refusal;
      return answerOf(run, value, source);
    },
  };
}

const STORE_UNAVAILABLE: DocumentedError = {
  code: ERROR_CODES.unavailable,
  reason: 'store-unavailable',
  when: 'the database of the platform does not answer: try again later; a write may have been stored all the same',
};

/**
 * What a method of the platform answers, as JSON.
 * @throws {JsonRpcError} (or rejects with it) for every outcome that is foreseen.
 */
export async function answerOf(
  run: PlatformMethod['run'],
  params: Json | undefined,
  source: PlatformSource,
): Promise<unknown> {
  try {
    return plainJson(await run(params, await source.platform()));
  } catch (error) {
    const { jsonRpcErrorOf } = await import('./platform-errors.js');
    throw jsonRpcErrorOf(error);
  }
}
