import { OPCODES } from './opcodes.js';
import type { ScriptError } from './script-error.js';
import { type Operation, type OperationTable, replaceWith, verifying } from './script-machine.js';
import { decodeScriptNumber, encodeScriptNumber } from './script-number.js';

const NUMBERS_EQUAL = arithmetic((a, b) => a === b);

/**
 * Lists the operations on numbers of up to four bytes; true is 1 and false is 0. OP_DIV and OP_MOD (DIP-20) round
 * towards zero.
 *
 * Source: EvalScript in `src/script/interpreter.cpp`, dashpay/dash.
 */
export const NUMBER_OPERATIONS: OperationTable = [
  [OPCODES.OP_1ADD, arithmetic((a) => a + 1)],
  [OPCODES.OP_1SUB, arithmetic((a) => a - 1)],
  [OPCODES.OP_NEGATE, arithmetic((a) => -a)],
  [OPCODES.OP_ABS, arithmetic((a) => Math.abs(a))],
  [OPCODES.OP_NOT, arithmetic((a) => a === 0)],
  [OPCODES.OP_0NOTEQUAL, arithmetic((a) => a !== 0)],
  [OPCODES.OP_ADD, arithmetic((a, b) => a + b)],
  [OPCODES.OP_SUB, arithmetic((a, b) => a - b)],
  [OPCODES.OP_DIV, arithmetic((a, b) => (b === 0 ? 'DIV_BY_ZERO' : Math.trunc(a / b)))],
  [OPCODES.OP_MOD, arithmetic((a, b) => (b === 0 ? 'MOD_BY_ZERO' : a % b))],
  [OPCODES.OP_BOOLAND, arithmetic((a, b) => a !== 0 && b !== 0)],
  [OPCODES.OP_BOOLOR, arithmetic((a, b) => a !== 0 || b !== 0)],
  [OPCODES.OP_NUMEQUAL, NUMBERS_EQUAL],
  [OPCODES.OP_NUMEQUALVERIFY, verifying(NUMBERS_EQUAL, 'NUMEQUALVERIFY')],
  [OPCODES.OP_NUMNOTEQUAL, arithmetic((a, b) => a !== b)],
  [OPCODES.OP_LESSTHAN, arithmetic((a, b) => a < b)],
  [OPCODES.OP_GREATERTHAN, arithmetic((a, b) => a > b)],
  [OPCODES.OP_LESSTHANOREQUAL, arithmetic((a, b) => a <= b)],
  [OPCODES.OP_GREATERTHANOREQUAL, arithmetic((a, b) => a >= b)],
  [OPCODES.OP_MIN, arithmetic((a, b) => Math.min(a, b))],
  [OPCODES.OP_MAX, arithmetic((a, b) => Math.max(a, b))],
  [OPCODES.OP_WITHIN, arithmetic((value, min, end) => min <= value && value < end)],
];

/** Returns an operation on as many numbers as `compute` has parameters. An operand that is no number is an "unknown error". */
function arithmetic(compute: (...operands: number[]) => number | boolean | ScriptError): Operation {
  return replaceWith(compute.length, ({ flags }, ...values) => {
    const operands: number[] = [];
    for (const value of values) {
      const operand = decodeScriptNumber(value, flags.has('MINIMALDATA'));
      if (operand === undefined) return 'UNKNOWN_ERROR';
      operands.push(operand);
    }
    const result = compute(...operands);
    return typeof result === 'string' ? result : [encodeScriptNumber(Number(result))];
  });
}
