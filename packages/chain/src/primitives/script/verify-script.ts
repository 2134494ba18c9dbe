import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { evaluateScriptSteps } from './evaluate-script.js';
import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { isPayToScriptHash, isPushOnly } from './script-shape.js';
import { isTrue } from './script-number.js';
import type { SignatureChecker } from './signature-checker.js';

/** Describes an input's script and the script of the output it spends. */
export interface ScriptVerification {
  readonly scriptSig: Uint8Array;
  readonly scriptPubKey: Uint8Array;
  readonly flags: ScriptFlags;
  readonly checker: SignatureChecker;
}

/**
 * Returns why `scriptSig` may not spend an output that pays to `scriptPubKey`; undefined if it may. Never throws on any bytes.
 *
 * Source: VerifyScript in `src/script/interpreter.cpp`, dashpay/dash.
 */
export function verifyScript(verification: ScriptVerification): ScriptError | undefined {
  return runAtOnce(verifyScriptSteps(verification));
}

/** Verifies as {@link verifyScript} does, in steps of about 50 signature checks. */
export function* verifyScriptSteps(
  verification: ScriptVerification,
): Generator<undefined, ScriptError | undefined> {
  const { scriptSig, scriptPubKey, flags, checker } = verification;
  if (flags.has('SIGPUSHONLY') && !isPushOnly(scriptSig)) return 'SIG_PUSHONLY';
  const pushed: Uint8Array[] = [];
  const problem = yield* evaluateScriptSteps({ script: scriptSig, stack: pushed, flags, checker });
  if (problem !== undefined) return problem;
  const result = yield* runToTrue(scriptPubKey, [...pushed], verification);
  if (typeof result === 'string') return result;
  const isScriptHash = flags.has('P2SH') && isPayToScriptHash(scriptPubKey);
  const left = isScriptHash ? yield* redeem(pushed, verification) : result;
  if (typeof left === 'string') return left;
  return flags.has('CLEANSTACK') && left.length !== 1 ? 'CLEANSTACK' : undefined;
}

/** Runs the script in the last push (its hash has been compared) on the values pushed before it (BIP-16). */
function* redeem(
  pushed: Uint8Array[],
  verification: ScriptVerification,
): Generator<undefined, Uint8Array[] | ScriptError> {
  if (!isPushOnly(verification.scriptSig)) return 'SIG_PUSHONLY';
  const script = pushed.pop();
  return script === undefined ? 'EVAL_FALSE' : yield* runToTrue(script, pushed, verification);
}

/** Runs a script on a stack, which it then gives back with something true on top. */
function* runToTrue(
  script: Uint8Array,
  stack: Uint8Array[],
  { flags, checker }: ScriptVerification,
): Generator<undefined, Uint8Array[] | ScriptError> {
  const problem = yield* evaluateScriptSteps({ script, stack, flags, checker });
  if (problem !== undefined) return problem;
  return isTrue(stack.at(-1) ?? new Uint8Array()) ? stack : 'EVAL_FALSE';
}
