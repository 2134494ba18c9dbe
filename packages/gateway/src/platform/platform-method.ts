import type { Platform } from '@dapikit/platform';
import { paramsSchema, readValues, type Param } from '../dev/param.js';
import { ERROR_CODES } from '../json-rpc/json-rpc-error.js';
import type { Json } from '../json-rpc/request.js';
import type { JsonSchema, Method } from '../methods/method.js';
import type { ExamplePlay } from './example-play.js';
import { plainJson } from './plain-json.js';

/** Where a platform is had from: it is made when it is first asked for. */
export interface PlatformSource {
  platform(): Promise<Platform>;
}

/** What is said of a method of the platform. */
export interface PlatformMethodDocs {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it changes the state. */
  readonly isWrite: boolean;
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

/** Methods of a platform as JSON-RPC methods, for `createDispatch`. The platform is made at the first call. */
export const jsonRpcMethods = (methods: readonly PlatformMethod[], source: PlatformSource): Method[] =>
  methods.map((method) => jsonRpcMethod(method, source));

function jsonRpcMethod(method: PlatformMethod, source: PlatformSource): Method {
  const { name, summary, description, result, params, run } = method;
  const schema = paramsSchema(params);
  return {
    name,
    summary,
    description,
    ...(schema && { params: schema }),
    result,
    errors: [
      { code: ERROR_CODES.invalidParams, reason: 'invalid-params', when: 'params are not as described' },
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
    call: async ({ value }) => answerOf(run, value, source),
  };
}

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
