import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { isTrue } from './script-number.js';
import type { SignatureChecker } from './signature-checker.js';

/**
 * Describes the state of one script while it runs. Values on the stacks are shared, so no operation may write to one in
 * place.
 */
export interface ScriptMachine {
  readonly script: Uint8Array;
  readonly flags: ScriptFlags;
  readonly checker: SignatureChecker;
  readonly stack: Uint8Array[];
  readonly altStack: Uint8Array[];
  /** One entry for each OP_IF that is open: whether its current branch runs. */
  readonly branches: boolean[];
  /** Operations counted towards the limit so far. */
  operationCount: number;
  /** Where the next operation begins. */
  position: number;
  /** Where the part of the script begins that signatures cover. */
  codeStart: number;
}

/** Describes an opcode: it changes the machine, or returns the error of the script. */
export type Operation = (machine: ScriptMachine) => ScriptError | undefined;

/** Describes the operations of some opcodes. */
export type OperationTable = readonly (readonly [opcode: number, operation: Operation])[];

/** Describes the values that replace the operands on the stack, or the error of the script. */
export type Replacement = readonly Uint8Array[] | ScriptError;

export const FALSE = new Uint8Array();
export const TRUE = Uint8Array.of(1);

/** Returns the stack value of a boolean. */
export function truthValue(value: boolean): Uint8Array {
  return value ? TRUE : FALSE;
}

/** Returns an operation that takes as many values as `compute` has parameters, the last the topmost, and pushes what it gives. */
export function replace(compute: (...values: Uint8Array[]) => Replacement): Operation {
  return replaceWith(compute.length, (_, ...values) => compute(...values));
}

/** Defines an operation as {@link replace} does, for `count` values and with access to the machine. */
export function replaceWith(
  count: number,
  compute: (machine: ScriptMachine, ...values: Uint8Array[]) => Replacement,
): Operation {
  return (machine) => {
    const { stack } = machine;
    if (stack.length < count) return 'INVALID_STACK_OPERATION';
    const replacement = compute(machine, ...stack.splice(stack.length - count));
    if (typeof replacement === 'string') return replacement;
    stack.push(...replacement);
    return undefined;
  };
}

/** Defines `operation` with a check of its result: it pops the boolean, and the script fails with `error` unless it is true. */
export function verifying(operation: Operation, error: ScriptError): Operation {
  return (machine) => operation(machine) ?? (isTrue(machine.stack.pop() ?? FALSE) ? undefined : error);
}
