import { OPCODES } from './opcodes.js';
import {
  type Operation,
  type OperationTable,
  replace,
  replaceWith,
  type ScriptMachine,
} from './script-machine.js';
import { decodeScriptNumber, encodeScriptNumber, isTrue } from './script-number.js';

/**
 * Lists the operations that move values on the stack without reading them.
 *
 * Source: EvalScript in `src/script/interpreter.cpp`, dashpay/dash.
 */
export const STACK_OPERATIONS: OperationTable = [
  [OPCODES.OP_TOALTSTACK, toAltStack],
  [OPCODES.OP_FROMALTSTACK, fromAltStack],
  [OPCODES.OP_DROP, drop(1)],
  [OPCODES.OP_2DROP, drop(2)],
  [OPCODES.OP_DUP, replace((a) => [a, a])],
  [OPCODES.OP_2DUP, replace((a, b) => [a, b, a, b])],
  [OPCODES.OP_3DUP, replace((a, b, c) => [a, b, c, a, b, c])],
  [OPCODES.OP_OVER, replace((a, b) => [a, b, a])],
  [OPCODES.OP_2OVER, replace((a, b, c, d) => [a, b, c, d, a, b])],
  [OPCODES.OP_ROT, replace((a, b, c) => [b, c, a])],
  [OPCODES.OP_2ROT, replace((a, b, c, d, e, f) => [c, d, e, f, a, b])],
  [OPCODES.OP_SWAP, replace((a, b) => [b, a])],
  [OPCODES.OP_2SWAP, replace((a, b, c, d) => [c, d, a, b])],
  [OPCODES.OP_NIP, replace((_, b) => [b])],
  [OPCODES.OP_TUCK, replace((a, b) => [b, a, b])],
  [OPCODES.OP_IFDUP, replace((a) => (isTrue(a) ? [a, a] : [a]))],
  [OPCODES.OP_SIZE, replace((a) => [a, encodeScriptNumber(a.length)])],
  [OPCODES.OP_DEPTH, replaceWith(0, ({ stack }) => [encodeScriptNumber(stack.length)])],
  [OPCODES.OP_PICK, fromDepth((stack, index) => stack.slice(index, index + 1))],
  [OPCODES.OP_ROLL, fromDepth((stack, index) => stack.splice(index, 1))],
];

function drop(count: number): Operation {
  return replaceWith(count, () => []);
}

function toAltStack({ stack, altStack }: ScriptMachine): ReturnType<Operation> {
  const value = stack.pop();
  if (value === undefined) return 'INVALID_STACK_OPERATION';
  altStack.push(value);
  return undefined;
}

function fromAltStack({ stack, altStack }: ScriptMachine): ReturnType<Operation> {
  const value = altStack.pop();
  if (value === undefined) return 'INVALID_ALTSTACK_OPERATION';
  stack.push(value);
  return undefined;
}

/** Takes a number from the stack and brings up the value that lies that deep below it. */
function fromDepth(take: (stack: Uint8Array[], index: number) => Uint8Array[]): Operation {
  return (machine) => {
    const { stack, flags } = machine;
    if (stack.length < 2) return 'INVALID_STACK_OPERATION';
    const depth = decodeScriptNumber(stack.pop() ?? new Uint8Array(), flags.has('MINIMALDATA'));
    if (depth === undefined) return 'UNKNOWN_ERROR';
    if (depth < 0 || depth >= stack.length) return 'INVALID_STACK_OPERATION';
    stack.push(...take(stack, stack.length - 1 - depth));
    return undefined;
  };
}
