import { SEQUENCE_DISABLED } from '../transaction/lock-fields.js';
import { OPCODES } from './opcodes.js';
import type { ScriptFlag } from './script-flags.js';
import { type Operation, type OperationTable, replace, type ScriptMachine } from './script-machine.js';
import { decodeScriptNumber, encodeScriptNumber, isTrue } from './script-number.js';

/** Lock times may take five bytes, so that they reach beyond 2038. */
const LOCK_TIME_SIZE = 5;

const NO_OPERATION: Operation = () => undefined;

const UPGRADABLE_NO_OPERATION: Operation = ({ flags }) =>
  flags.has('DISCOURAGE_UPGRADABLE_NOPS') ? 'DISCOURAGE_UPGRADABLE_NOPS' : undefined;

/**
 * Constants, no-ops, branches and lock times.
 *
 * Source: EvalScript in `src/script/interpreter.cpp`, dashpay/dash; BIP-65 and BIP-112 for the lock times.
 */
export const CONTROL_OPERATIONS: OperationTable = [
  [OPCODES.OP_1NEGATE, constant(-1)],
  ...Array.from({ length: 16 }, (_, i) => [OPCODES.OP_1 + i, constant(i + 1)] as const),
  [OPCODES.OP_NOP, NO_OPERATION],
  [OPCODES.OP_NOP1, UPGRADABLE_NO_OPERATION],
  ...Array.from({ length: 7 }, (_, i) => [OPCODES.OP_NOP4 + i, UPGRADABLE_NO_OPERATION] as const),
  [OPCODES.OP_IF, openBranch(true)],
  [OPCODES.OP_NOTIF, openBranch(false)],
  [OPCODES.OP_ELSE, switchBranch],
  [OPCODES.OP_ENDIF, closeBranch],
  [OPCODES.OP_VERIFY, replace((value) => (isTrue(value) ? [] : 'VERIFY'))],
  [OPCODES.OP_RETURN, () => 'OP_RETURN'],
  [OPCODES.OP_CHECKLOCKTIMEVERIFY, lock('CHECKLOCKTIMEVERIFY', isLockTimeMet)],
  [OPCODES.OP_CHECKSEQUENCEVERIFY, lock('CHECKSEQUENCEVERIFY', isSequenceMet)],
];

/**
 * Returns whether an opcode is checked even in a branch that does not run. OP_VERIF and OP_VERNOTIF are, though they do nothing
 * but fail.
 */
export function isBranchOpcode(opcode: number): boolean {
  return opcode >= OPCODES.OP_IF && opcode <= OPCODES.OP_ENDIF;
}

/** Returns whether every open branch runs. */
export function isRunning({ branches }: ScriptMachine): boolean {
  return !branches.includes(false);
}

function constant(value: number): Operation {
  const bytes = encodeScriptNumber(value);
  return ({ stack }) => void stack.push(bytes);
}

function openBranch(wanted: boolean): Operation {
  return (machine) => {
    const { stack, branches } = machine;
    // Within a branch that does not run, the new one does not run either, whatever it is.
    const condition = isRunning(machine) ? stack.pop() : undefined;
    if (condition === undefined && isRunning(machine)) return 'UNBALANCED_CONDITIONAL';
    branches.push(condition !== undefined && isTrue(condition) === wanted);
    return undefined;
  };
}

function switchBranch({ branches }: ScriptMachine): ReturnType<Operation> {
  const current = branches.pop();
  if (current === undefined) return 'UNBALANCED_CONDITIONAL';
  branches.push(!current);
  return undefined;
}

function closeBranch({ branches }: ScriptMachine): ReturnType<Operation> {
  return branches.pop() === undefined ? 'UNBALANCED_CONDITIONAL' : undefined;
}

/** Leaves the lock time on the stack. Without its flag it is the no-op it once was. */
function lock(flag: ScriptFlag, isMet: (machine: ScriptMachine, time: number) => boolean): Operation {
  return (machine) => {
    if (!machine.flags.has(flag)) return undefined;
    const top = machine.stack.at(-1);
    if (top === undefined) return 'INVALID_STACK_OPERATION';
    const time = decodeScriptNumber(top, machine.flags.has('MINIMALDATA'), LOCK_TIME_SIZE);
    if (time === undefined) return 'UNKNOWN_ERROR';
    if (time < 0) return 'NEGATIVE_LOCKTIME';
    return isMet(machine, time) ? undefined : 'UNSATISFIED_LOCKTIME';
  };
}

function isLockTimeMet({ checker }: ScriptMachine, time: number): boolean {
  return checker.checkLockTime(time);
}

function isSequenceMet({ checker }: ScriptMachine, sequence: number): boolean {
  return (sequence & SEQUENCE_DISABLED) !== 0 || checker.checkSequence(sequence);
}
