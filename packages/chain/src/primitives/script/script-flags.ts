/**
 * Lists the rules of scripts beyond those of the first Bitcoin release, by Dash Core's names without `SCRIPT_VERIFY_`.
 * Each flag only narrows what passes.
 *
 * Source: `src/script/interpreter.h` in dashpay/dash. The opcodes of DIP-20 have no flag any more: they always work.
 */
export const SCRIPT_FLAGS = [
  /** Run the script that a pay-to-script-hash output names (BIP-16). */
  'P2SH',
  /** Signatures strictly DER with a known hash type, public keys 33 or 65 bytes with the right prefix. */
  'STRICTENC',
  /** Signatures strictly DER (BIP-66). */
  'DERSIG',
  /** Signatures strictly DER with S in the lower half. */
  'LOW_S',
  /** The value OP_CHECKMULTISIG removes because of a bug is empty (BIP-147). */
  'NULLDUMMY',
  /** The scriptSig only pushes. */
  'SIGPUSHONLY',
  /** Pushes and numbers take no more bytes than they need. */
  'MINIMALDATA',
  /** OP_NOP1 and OP_NOP4 to OP_NOP10 fail where they are executed. */
  'DISCOURAGE_UPGRADABLE_NOPS',
  /** One value is left at the end. Core asserts that P2SH is set too; here the flag is independent. */
  'CLEANSTACK',
  /** OP_CHECKLOCKTIMEVERIFY is not a no-op (BIP-65). */
  'CHECKLOCKTIMEVERIFY',
  /** OP_CHECKSEQUENCEVERIFY is not a no-op (BIP-112). */
  'CHECKSEQUENCEVERIFY',
  /** A signature that does not verify is empty (BIP-146). */
  'NULLFAIL',
  /** OP_CODESEPARATOR and signatures within the script they sign are rejected. */
  'CONST_SCRIPTCODE',
] as const;

export type ScriptFlag = (typeof SCRIPT_FLAGS)[number];

export type ScriptFlags = ReadonlySet<ScriptFlag>;

/** Defines the empty set of flags: only the rules that always apply. */
export const NO_SCRIPT_FLAGS: ScriptFlags = new Set();

/**
 * Lists the flags that every relayed transaction must satisfy for its sender not to be punished. Source:
 * `src/script/standard.h`.
 */
export const MANDATORY_SCRIPT_FLAGS: ScriptFlags = new Set<ScriptFlag>(['P2SH']);

/**
 * Lists the flags that a block must satisfy once all buried deployments are active. Source: GetBlockScriptFlags in
 * `src/validation.cpp`.
 */
export const BLOCK_SCRIPT_FLAGS: ScriptFlags = new Set<ScriptFlag>([
  'P2SH',
  'DERSIG',
  'CHECKLOCKTIMEVERIFY',
  'CHECKSEQUENCEVERIFY',
  'NULLDUMMY',
]);

/** Lists the flags that a transaction must satisfy to enter the mempool. Source: `src/policy/policy.h`. */
export const STANDARD_SCRIPT_FLAGS: ScriptFlags = new Set(
  SCRIPT_FLAGS.filter((flag) => flag !== 'SIGPUSHONLY'),
);
