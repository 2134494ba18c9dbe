import { InsufficientFunds, RefusedControl, type DevChain } from '@dapikit/chain';
import { ERROR_CODES, invalidParams } from '../json-rpc/json-rpc-error.js';
import type { Json } from '../json-rpc/request.js';
import { discover } from '../methods/discover.js';
import type { Method } from '../methods/method.js';
import { blockControls } from './block-controls.js';
import type { Control } from './control.js';
import { faultControls } from './fault-controls.js';
import { masternodeControls } from './masternode-controls.js';
import { nodeControls } from './node-controls.js';
import { paramsSchema } from './param.js';
import { quorumControls } from './quorum-controls.js';
import { stateControls } from './state-controls.js';

/** Every control of the development chain. The methods, their documentation and their tests are derived from this table. */
export const controls: readonly Control[] = [
  ...stateControls,
  ...blockControls,
  ...masternodeControls,
  ...quorumControls,
  ...faultControls,
  ...nodeControls,
];

/** The controls of a chain as JSON-RPC methods that describe themselves, for {@link createDispatch}; what they do is done to that chain. */
export function devMethods(chain: DevChain): Method[] {
  const methods: Method[] = [
    ...controls.map((control) => devMethod(control, chain)),
    discover(() => methods),
  ];
  return methods;
}

function devMethod(control: Control, chain: DevChain): Method {
  const { name, summary, changes, result, refusals, example } = control;
  const schema = paramsSchema(control.params);
  return {
    name,
    summary,
    description: changes === 'Nothing.' ? 'Changes nothing.' : changes,
    ...(schema && { params: schema }),
    result,
    errors: [
      { code: ERROR_CODES.invalidParams, reason: 'invalid-params', when: 'params are not as described' },
      ...refusals.map((refusal) => ({ code: ERROR_CODES.invalidParams, ...refusal })),
    ],
    exampleParams: () => example(chain),
    call: ({ value }, _, { signal }) => carryOut(control, value, chain, signal),
  };
}

/** The parameter that a chain refuses, or the item of it: the one with the value that it names. */
function placeOf(found: unknown, params: Json | undefined): string {
  const places = Object.entries(params ?? {}).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item: Json, at): [string, Json] => [`${name}/${at}`, item])
      : [[name, value] as const],
  );
  const named = places.filter(([, value]) => isSame(value, found));
  return named.length === 1 ? `/params/${named[0]?.[0]}` : '/params';
}

/** Amounts are numbers in JSON, and `bigint` to the chain. */
const isSame = (given: Json, found: unknown): boolean =>
  given === found || (typeof given === 'number' && typeof found === 'bigint' && BigInt(given) === found);

function carryOut(
  control: Control,
  params: Json | undefined,
  chain: DevChain,
  signal: AbortSignal | undefined,
): unknown {
  try {
    return control.call(params, chain, signal);
  } catch (error) {
    if (error instanceof RefusedControl) {
      const { reason, expected, found, value, mend } = error;
      const at = placeOf(value, params);
      throw invalidParams(error.message, {
        reason,
        expected,
        found,
        at,
        ...(mend !== undefined && { mend }),
      });
    }
    if (error instanceof InsufficientFunds) {
      throw invalidParams(error.message, {
        reason: 'insufficient-funds',
        mend: 'mine blocks: the treasury gets what they pay',
      });
    }
    throw error;
  }
}
