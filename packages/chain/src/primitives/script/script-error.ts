/**
 * Lists the errors of scripts, with Dash Core's texts. The code is Core's name without `SCRIPT_ERR_`.
 *
 * Core prints the text in parentheses behind `mandatory-script-verify-flag-failed`. Source: `src/script/script_error.h`
 * and `src/script/script_error.cpp` in dashpay/dash.
 */
export const SCRIPT_ERROR_TEXTS = {
  UNKNOWN_ERROR: 'unknown error',
  EVAL_FALSE: 'Script evaluated without error but finished with a false/empty top stack element',
  OP_RETURN: 'OP_RETURN was encountered',
  SCRIPT_SIZE: 'Script is too big',
  PUSH_SIZE: 'Push value size limit exceeded',
  OP_COUNT: 'Operation limit exceeded',
  STACK_SIZE: 'Stack size limit exceeded',
  SIG_COUNT: 'Signature count negative or greater than pubkey count',
  PUBKEY_COUNT: 'Pubkey count negative or limit exceeded',
  VERIFY: 'Script failed an OP_VERIFY operation',
  EQUALVERIFY: 'Script failed an OP_EQUALVERIFY operation',
  CHECKMULTISIGVERIFY: 'Script failed an OP_CHECKMULTISIGVERIFY operation',
  CHECKSIGVERIFY: 'Script failed an OP_CHECKSIGVERIFY operation',
  CHECKDATASIGVERIFY: 'Script failed an OP_CHECKDATASIGVERIFY operation',
  NUMEQUALVERIFY: 'Script failed an OP_NUMEQUALVERIFY operation',
  BAD_OPCODE: 'Opcode missing or not understood',
  DISABLED_OPCODE: 'Attempted to use a disabled opcode',
  INVALID_STACK_OPERATION: 'Operation not valid with the current stack size',
  INVALID_ALTSTACK_OPERATION: 'Operation not valid with the current altstack size',
  UNBALANCED_CONDITIONAL: 'Invalid OP_IF construction',
  INVALID_SPLIT_RANGE: 'Invalid OP_SPLIT range',
  INVALID_OPERAND_SIZE: 'Invalid operand size',
  INVALID_NUMBER_RANGE: 'Given operand is not a number within the valid range [-2^31...2^31]',
  IMPOSSIBLE_ENCODING: 'The requested encoding is impossible to satisfy',
  DIV_BY_ZERO: 'Division by zero error',
  MOD_BY_ZERO: 'Modulo by zero error',
  NEGATIVE_LOCKTIME: 'Negative locktime',
  UNSATISFIED_LOCKTIME: 'Locktime requirement not satisfied',
  SIG_HASHTYPE: 'Signature hash type missing or not understood',
  SIG_DER: 'Non-canonical DER signature',
  MINIMALDATA: 'Data push larger than necessary',
  SIG_PUSHONLY: 'Only push operators allowed in signatures',
  SIG_HIGH_S: 'Non-canonical signature: S value is unnecessarily high',
  SIG_NULLDUMMY: 'Dummy CHECKMULTISIG argument must be zero',
  PUBKEYTYPE: 'Public key is neither compressed or uncompressed',
  CLEANSTACK: 'Stack size must be exactly one after execution',
  SIG_NULLFAIL: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  DISCOURAGE_UPGRADABLE_NOPS: 'NOPx reserved for soft-fork upgrades',
  OP_CODESEPARATOR: 'Using OP_CODESEPARATOR',
  SIG_FINDANDDELETE: 'Signature is found in scriptCode',
} as const;

export type ScriptError = keyof typeof SCRIPT_ERROR_TEXTS;

/** Returns Dash Core's text of a script error. */
export function scriptErrorText(error: ScriptError): string {
  return SCRIPT_ERROR_TEXTS[error];
}
