import { InsufficientFundsError, ControlRejectedError, type DevChain } from '@dapikit/chain';
import { ERROR_CODES, invalidParams } from '../../base/messages/json-rpc-error.js';
import type { ExactJson } from '../../base/messages/exact-json.js';
import { discover } from '../../json-rpc/dispatch/discover.js';
import type { Method } from '../../base/method/method.js';
import { blockControls } from './block-controls.js';
import type { Control } from './control.js';
import { ControlQueue } from './control-queue.js';
import { faultControls } from './fault-controls.js';
import { masternodeControls } from './masternode-controls.js';
import { nodeControls } from './node-controls.js';
import { paramsSchema } from '../../base/params/named-params.js';
import { quorumControls } from './quorum-controls.js';
import { stateControls } from './state-controls.js';

/** Lists every control of the development chain. The methods, their documentation and their tests are derived from this table. */
export const controls: readonly Control[] = [
  ...stateControls,
  ...blockControls,
  ...masternodeControls,
  ...quorumControls,
  ...faultControls,
  ...nodeControls,
];

/** Returns the controls of a chain as JSON-RPC methods that describe themselves, for {@link createDispatch}; what they do is done to that chain. */
export function devMethods(chain: DevChain): Method[] {
  const queue = new ControlQueue();
  const methods: Method[] = [
    ...controls.map((control) => devMethod(control, chain, queue)),
    discover(() => methods),
  ];
  return methods;
}

function devMethod(control: Control, chain: DevChain, queue: ControlQueue): Method {
  const { name, summary, changes, result, rejections, example } = control;
  const schema = paramsSchema(control.params);
  return {
    name,
    summary,
    description: changes === 'Nothing.' ? 'Changes nothing.' : changes,
    ...(schema && { params: schema }),
    result,
    runsInOrder: runsApart(control) || name === 'snapshot',
    errors: [
      { code: ERROR_CODES.invalidParams, reason: 'invalid-params', when: 'params are not as described' },
      ...rejections.map((rejection) => ({ code: ERROR_CODES.invalidParams, ...rejection })),
    ],
    exampleParams: () => example(chain),
    call: ({ exact }, _, { signal }) => {
      const call = (): unknown => control.call(exact, chain, signal);
      return carryOut(runsApart(control) ? () => queue.run(call) : call, exact);
    },
  };
}

/** Returns the parameter that a chain rejects, or the item of it: the one with the value that the rejection names. */
function placeOf(found: unknown, params: ExactJson | undefined): string {
  const places = Object.entries(params ?? {}).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item: ExactJson, at): [string, ExactJson] => [`${name}/${at}`, item])
      : [[name, value] as const],
  );
  const named = places.filter(([, value]) => isSame(value, found));
  return named.length === 1 ? `/params/${named[0]?.[0]}` : '/params';
}

/** Amounts are numbers in JSON, and `bigint` to the chain. */
const isSame = (given: ExactJson, found: unknown): boolean =>
  given === found || (typeof given === 'number' && typeof found === 'bigint' && BigInt(given) === found);

/** Returns whether a control waits for others: it changes the chain, and does not wait for what others change. */
const runsApart = ({ name, changes }: Control): boolean =>
  !changes.startsWith('Nothing.') && name !== 'askNode';

async function carryOut(call: () => unknown, params: ExactJson | undefined): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ControlRejectedError) {
      const { reason, expected, found, value, fix } = error;
      const at = placeOf(value, params);
      throw invalidParams(error.message, {
        reason,
        expected,
        found,
        at,
        ...(fix !== undefined && { fix }),
      });
    }
    if (error instanceof InsufficientFundsError) {
      throw invalidParams(error.message, {
        reason: 'insufficient-funds',
        fix: 'mine blocks to fund the treasury',
      });
    }
    throw error;
  }
}
