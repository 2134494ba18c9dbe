import { evaluateScript } from './evaluate-script.js';
import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { isPayToScriptHash, isPushOnly } from './script-shape.js';
import { isTrue } from './script-number.js';
import type { SignatureChecker } from './signature-checker.js';

/** An input's script and the script of the output it spends. */
export interface ScriptVerification {
  readonly scriptSig: Uint8Array;
  readonly scriptPubKey: Uint8Array;
  readonly flags: ScriptFlags;
  readonly checker: SignatureChecker;
}

/**
 * Why `scriptSig` may not spend an output that pays to `scriptPubKey`; undefined where it may. Never throws on any bytes.
 *
 * Source: VerifyScript in `src/script/interpreter.cpp`, dashpay/dash.
 */
export function verifyScript(verification: ScriptVerification): ScriptError | undefined {
  const { scriptSig, scriptPubKey, flags, checker } = verification;
  if (flags.has('SIGPUSHONLY') && !isPushOnly(scriptSig)) return 'SIG_PUSHONLY';
  const pushed: Uint8Array[] = [];
  const problem = evaluateScript({ script: scriptSig, stack: pushed, flags, checker });
  if (problem !== undefined) return problem;
  const result = runToTrue(scriptPubKey, [...pushed], verification);
  if (typeof result === 'string') return result;
  const isScriptHash = flags.has('P2SH') && isPayToScriptHash(scriptPubKey);
  const left = isScriptHash ? redeem(pushed, verification) : result;
  if (typeof left === 'string') return left;
  return flags.has('CLEANSTACK') && left.length !== 1 ? 'CLEANSTACK' : undefined;
}

/** Runs the script that the last push holds (its hash has been compared) on what was pushed before it (BIP-16). */
function redeem(pushed: Uint8Array[], verification: ScriptVerification): Uint8Array[] | ScriptError {
  if (!isPushOnly(verification.scriptSig)) return 'SIG_PUSHONLY';
  const script = pushed.pop();
  return script === undefined ? 'EVAL_FALSE' : runToTrue(script, pushed, verification);
}

/** Runs a script on a stack, which it then gives back with something true on top. */
function runToTrue(
  script: Uint8Array,
  stack: Uint8Array[],
  { flags, checker }: ScriptVerification,
): Uint8Array[] | ScriptError {
  const problem = evaluateScript({ script, stack, flags, checker });
  if (problem !== undefined) return problem;
  return isTrue(stack.at(-1) ?? new Uint8Array()) ? stack : 'EVAL_FALSE';
}
