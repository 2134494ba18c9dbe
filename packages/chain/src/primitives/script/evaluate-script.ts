import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { BYTE_OPERATIONS } from './byte-operations.js';
import { CONTROL_OPERATIONS, isBranchOpcode, isRunning } from './control-operations.js';
import { NUMBER_OPERATIONS } from './number-operations.js';
import { OPCODES } from './opcodes.js';
import { isMinimalPush } from './push-data.js';
import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { SCRIPT_LIMITS } from './script-limits.js';
import type { Operation, ScriptMachine } from './script-machine.js';
import { ScriptReader } from './script-reader.js';
import type { SignatureChecker } from './signature-checker.js';
import { SIGNATURE_OPERATIONS } from './signature-operations.js';
import { STACK_OPERATIONS } from './stack-operations.js';

const OPERATIONS: ReadonlyMap<number, Operation> = new Map([
  ...CONTROL_OPERATIONS,
  ...STACK_OPERATIONS,
  ...NUMBER_OPERATIONS,
  ...BYTE_OPERATIONS,
  ...SIGNATURE_OPERATIONS,
]);

/** Opcodes that fail a script wherever they are, executed or not (CVE-2010-5137). */
const DISABLED_OPCODES: ReadonlySet<number> = new Set([
  OPCODES.OP_INVERT,
  OPCODES.OP_2MUL,
  OPCODES.OP_2DIV,
  OPCODES.OP_MUL,
  OPCODES.OP_LSHIFT,
  OPCODES.OP_RSHIFT,
]);

const SIGNATURE_OPCODES: ReadonlySet<number> = new Set(SIGNATURE_OPERATIONS.map(([opcode]) => opcode));

/** Each key of a multisig counts as an operation. */
const OPERATIONS_PER_STEP = 50;

/** Describes a script to run on a stack. */
export interface ScriptEvaluation {
  readonly script: Uint8Array;
  /** Changed in place, the topmost value last; of no use after a failure. The values themselves are not written to. */
  readonly stack: Uint8Array[];
  readonly flags: ScriptFlags;
  readonly checker: SignatureChecker;
}

/**
 * Runs one script. Returns why it fails, or undefined where it runs to its end: what it leaves on the stack is for the
 * caller to judge. Never throws on any bytes.
 *
 * Source: EvalScript in `src/script/interpreter.cpp`, dashpay/dash.
 */
export function evaluateScript(evaluation: ScriptEvaluation): ScriptError | undefined {
  return runAtOnce(evaluateScriptSteps(evaluation));
}

/** Runs a script as {@link evaluateScript} does, in steps of about 50 signature checks. */
export function* evaluateScriptSteps({
  script,
  stack,
  flags,
  checker,
}: ScriptEvaluation): Generator<undefined, ScriptError | undefined> {
  if (script.length > SCRIPT_LIMITS.scriptSize) return 'SCRIPT_SIZE';
  const machine: ScriptMachine = {
    script,
    flags,
    checker,
    stack,
    altStack: [],
    branches: [],
    operationCount: 0,
    position: 0,
    codeStart: 0,
  };
  const reader = new ScriptReader(script);
  let operationsBefore = 0;
  while (!reader.atEnd) {
    const problem = step(machine, reader);
    if (problem !== undefined) return problem;
    const isDue = machine.operationCount - operationsBefore >= OPERATIONS_PER_STEP;
    if (!isDue || !SIGNATURE_OPCODES.has(reader.opcode)) continue;
    operationsBefore = machine.operationCount;
    yield;
  }
  return machine.branches.length > 0 ? 'UNBALANCED_CONDITIONAL' : undefined;
}

function step(machine: ScriptMachine, reader: ScriptReader): ScriptError | undefined {
  if (!reader.next()) return 'BAD_OPCODE';
  const { opcode, data } = reader;
  machine.position = reader.position;
  const problem = operationProblem(machine, opcode, data) ?? execute(machine, opcode, data);
  if (problem !== undefined) return problem;
  return machine.stack.length + machine.altStack.length > SCRIPT_LIMITS.stackSize ? 'STACK_SIZE' : undefined;
}

/** Returns the error that fails a script even in a branch that does not run. */
function operationProblem(machine: ScriptMachine, opcode: number, data: Uint8Array): ScriptError | undefined {
  if (data.length > SCRIPT_LIMITS.elementSize) return 'PUSH_SIZE';
  if (opcode > OPCODES.OP_16) machine.operationCount += 1;
  if (machine.operationCount > SCRIPT_LIMITS.operations) return 'OP_COUNT';
  if (DISABLED_OPCODES.has(opcode)) return 'DISABLED_OPCODE';
  return opcode === OPCODES.OP_CODESEPARATOR && machine.flags.has('CONST_SCRIPTCODE')
    ? 'OP_CODESEPARATOR'
    : undefined;
}

function execute(machine: ScriptMachine, opcode: number, data: Uint8Array): ScriptError | undefined {
  const running = isRunning(machine);
  if (!running && !isBranchOpcode(opcode)) return undefined;
  if (running && opcode <= OPCODES.OP_PUSHDATA4) return push(machine, opcode, data);
  const operation = OPERATIONS.get(opcode);
  return operation === undefined ? 'BAD_OPCODE' : operation(machine);
}

function push({ stack, flags }: ScriptMachine, opcode: number, data: Uint8Array): ScriptError | undefined {
  if (flags.has('MINIMALDATA') && !isMinimalPush(opcode, data)) return 'MINIMALDATA';
  stack.push(data);
  return undefined;
}
