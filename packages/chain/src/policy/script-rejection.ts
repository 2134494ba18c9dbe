import { scriptErrorText } from '../script/script-error.js';
import { MANDATORY_SCRIPT_FLAGS, STANDARD_SCRIPT_FLAGS, type ScriptFlags } from '../script/script-flags.js';
import { type InputVerification, verifyInput, verifyInputs } from '../script/verify-inputs.js';

/**
 * What Dash Core says when it refuses a transaction because of its scripts, such as
 * `mandatory-script-verify-flag-failed (Operation not valid with the current stack size)`; undefined where all pass.
 * Where only a rule is broken that its sender is not punished for, it begins with
 * `non-mandatory-script-verify-flag`.
 * @param flags what scripts are held to: the rules of relaying unless said otherwise
 * @throws {RangeError} when there are not as many spent outputs as inputs.
 *
 * Source: CheckInputScripts in `src/validation.cpp`, dashpay/dash.
 */
export function scriptRejection(
  verification: Omit<InputVerification, 'flags'>,
  flags: ScriptFlags = STANDARD_SCRIPT_FLAGS,
): string | undefined {
  const { transaction, spentOutputs } = verification;
  const failed = verifyInputs({ ...verification, flags });
  if (failed === undefined) return undefined;
  const { inputIndex, error } = failed;
  const scriptPubKey = spentOutputs[inputIndex]?.scriptPubKey ?? new Uint8Array();
  const isMandatory =
    verifyInput({ transaction, inputIndex, scriptPubKey, flags: MANDATORY_SCRIPT_FLAGS }) !== undefined;
  const broken = isMandatory ? 'mandatory-script-verify-flag-failed' : 'non-mandatory-script-verify-flag';
  return `${broken} (${scriptErrorText(error)})`;
}
