import { runAtOnce } from '../../base/event-loop/in-turns.js';
import type { Transaction, TransactionOutput } from '../transaction/transaction.js';
import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { SignatureHasher } from './signature-hash.js';
import { TransactionChecker } from './transaction-checker.js';
import { verifyScriptSteps } from './verify-script.js';

/**
 * Describes a transaction and the outputs it spends, in the order of its inputs. Not for a coinbase: that spends none.
 */
export interface InputVerification {
  readonly transaction: Transaction;
  readonly spentOutputs: readonly Pick<TransactionOutput, 'scriptPubKey'>[];
  readonly flags: ScriptFlags;
}

/** Describes the first input whose scripts fail. */
export interface FailedInput {
  readonly inputIndex: number;
  readonly error: ScriptError;
}

/** Limits the inputs of one step: the scripts of a standard input check up to about 50 different signatures. */
export const INPUTS_PER_STEP = 2;

/**
 * Runs {@link verifyInputSteps} at once.
 * @throws {RangeError} when there are not as many spent outputs as inputs.
 */
export function verifyInputs(verification: InputVerification): FailedInput | undefined {
  return runAtOnce(verifyInputSteps(verification));
}

/**
 * Runs the scripts of every input in steps of two inputs, and of about 50 signature checks; returns the first that fails, or undefined where all pass.
 * @throws {RangeError} when there are not as many spent outputs as inputs.
 */
export function* verifyInputSteps({
  transaction,
  spentOutputs,
  flags,
}: InputVerification): Generator<undefined, FailedInput | undefined> {
  const { inputs } = transaction;
  if (inputs.length !== spentOutputs.length) {
    throw new RangeError(
      `${spentOutputs.length} spent outputs for ${inputs.length} inputs: pass one for each input`,
    );
  }
  const hasher = new SignatureHasher(transaction);
  for (const [inputIndex, { scriptPubKey }] of spentOutputs.entries()) {
    if (inputIndex > 0 && inputIndex % INPUTS_PER_STEP === 0) yield;
    const error = yield* inputSteps({ transaction, inputIndex, scriptPubKey, flags, hasher });
    if (error !== undefined) return { inputIndex, error };
  }
  return undefined;
}

/** Describes an input of a transaction and the script of the output it spends. */
export interface SingleInputVerification {
  readonly transaction: Transaction;
  readonly inputIndex: number;
  readonly scriptPubKey: Uint8Array;
  readonly flags: ScriptFlags;
  /** Give the inputs of one transaction the same one. */
  readonly hasher?: SignatureHasher;
}

/**
 * Runs the scripts of one input; why they fail, or undefined where they pass.
 * @throws {RangeError} when there is no such input.
 */
export function verifyInput(verification: SingleInputVerification): ScriptError | undefined {
  return runAtOnce(inputSteps(verification));
}

function* inputSteps(verification: SingleInputVerification): Generator<undefined, ScriptError | undefined> {
  const { transaction, inputIndex, scriptPubKey, flags, hasher } = verification;
  const checker = new TransactionChecker(transaction, inputIndex, hasher);
  const scriptSig = transaction.inputs[inputIndex]?.scriptSig ?? new Uint8Array();
  return yield* verifyScriptSteps({ scriptSig, scriptPubKey, flags, checker });
}
