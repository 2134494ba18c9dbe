import { ControlRejectedError } from '../devchain/control-rejected-error.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import type { EmulatorMethod } from './rpc/emulator-method.js';
import type { EmulatedNode } from './rpc/emulated-node.js';
import { helpText } from './rpc/help-text.js';
import { invalidParameter, RpcParams } from './rpc/rpc-params.js';
import type { RpcRequest } from './rpc-request.js';

/** Under this name a call by name can give its first params by position. */
const POSITIONAL = 'args';

/** Represents the methods that are answered, by their names. */
export class RpcTable {
  readonly #methods: ReadonlyMap<string, EmulatorMethod>;

  constructor(methods: readonly EmulatorMethod[]) {
    this.#methods = new Map(methods.map((method) => [method.name, method]));
  }

  /**
   * Returns the result of a call.
   *
   * Source: `CRPCTable::execute` in `src/rpc/server.cpp` of dashpay/dash.
   * @throws {NodeRejectionError} (or rejects with it) with Dash Core's code and message
   */
  async execute({ method: name, params }: RpcRequest, node: EmulatedNode): Promise<unknown> {
    // A second word takes params by name as params by position, in the order they are given.
    const values = isByPosition(params) ? params : [...params.values()];
    const [first] = values;
    const part = typeof first === 'string' ? this.#methods.get(`${name} ${first}`) : undefined;
    const method = part ?? this.#methods.get(name);
    if (method === undefined)
      throw new NodeRejectionError(RPC_ERROR_CODES.methodNotFound, 'Method not found');
    const given = part ? values.slice(1) : isByPosition(params) ? params : byPosition(params, method);
    const required = method.params.findLastIndex(({ isOptional }) => isOptional !== true) + 1;
    if (given.length < required || given.length > method.params.length) {
      throw new NodeRejectionError(RPC_ERROR_CODES.misc, helpText(method));
    }
    try {
      return await method.answer(node, new RpcParams(given));
    } catch (error) {
      // What a node does without a word, the chain may reject.
      throw error instanceof ControlRejectedError
        ? new NodeRejectionError(RPC_ERROR_CODES.misc, error.message)
        : error;
    }
  }
}

function isByPosition(params: RpcRequest['params']): params is readonly unknown[] {
  return Array.isArray(params);
}

/**
 * Converts named params to their positions. Source: `transformNamedArguments` in `src/rpc/server.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} -8 for a name that is none of the method's, and for a param that is given twice
 */
function byPosition(named: ReadonlyMap<string, unknown>, { params }: EmulatorMethod): unknown[] {
  const left = new Map(named);
  const positional = left.get(POSITIONAL);
  const values: unknown[] = Array.isArray(positional) ? [...positional] : [];
  if (Array.isArray(positional)) left.delete(POSITIONAL);
  const found = params.map(({ name, aliases = [] }) => [name, ...aliases].find((each) => left.has(each)));
  const first = found.findIndex((name) => name !== undefined);
  if (first !== -1 && first < values.length) {
    throw invalidParameter(`Parameter ${found[first]} specified twice both as positional and named argument`);
  }
  for (const [index, name] of found.entries()) {
    if (name === undefined) continue;
    while (values.length < index) values.push(null);
    values[index] = left.get(name);
    left.delete(name);
  }
  const [unknown] = left.keys();
  if (unknown !== undefined) throw invalidParameter(`Unknown named parameter ${unknown}`);
  return values;
}
