import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { scriptErrorText } from '../../primitives/script/script-error.js';
import {
  MANDATORY_SCRIPT_FLAGS,
  STANDARD_SCRIPT_FLAGS,
  type ScriptFlags,
} from '../../primitives/script/script-flags.js';
import {
  type InputVerification,
  verifyInput,
  verifyInputSteps,
} from '../../primitives/script/verify-inputs.js';

/**
 * Runs {@link scriptRejectionSteps} at once.
 * @throws {RangeError} when there are not as many spent outputs as inputs.
 */
export function scriptRejection(
  verification: Omit<InputVerification, 'flags'>,
  flags?: ScriptFlags,
): string | undefined {
  return runAtOnce(scriptRejectionSteps(verification, flags));
}

/**
 * Returns Dash Core's reject reason of a transaction with failing scripts, such as
 * `mandatory-script-verify-flag-failed (Operation not valid with the current stack size)`; undefined where all pass.
 * Where only a rule is broken that its sender is not punished for, it begins with
 * `non-mandatory-script-verify-flag`.
 * @param flags the rules that scripts must meet: those of relaying by default
 * @throws {RangeError} when there are not as many spent outputs as inputs.
 *
 * Source: CheckInputScripts in `src/validation.cpp`, dashpay/dash.
 */
export function* scriptRejectionSteps(
  verification: Omit<InputVerification, 'flags'>,
  flags: ScriptFlags = STANDARD_SCRIPT_FLAGS,
): Generator<undefined, string | undefined> {
  const { transaction, spentOutputs } = verification;
  const failed = yield* verifyInputSteps({ ...verification, flags });
  if (failed === undefined) return undefined;
  const { inputIndex, error } = failed;
  const scriptPubKey = spentOutputs[inputIndex]?.scriptPubKey ?? new Uint8Array();
  const isMandatory =
    verifyInput({ transaction, inputIndex, scriptPubKey, flags: MANDATORY_SCRIPT_FLAGS }) !== undefined;
  const broken = isMandatory ? 'mandatory-script-verify-flag-failed' : 'non-mandatory-script-verify-flag';
  return `${broken} (${scriptErrorText(error)})`;
}
