/**
 * Describes the checks against the spending transaction that the interpreter needs. Source: BaseSignatureChecker,
 * `src/script/interpreter.h`.
 */
export interface SignatureChecker {
  /** Returns whether `signature`, its last byte the hash type, is `publicKey`'s over the input with `scriptCode`. */
  checkSignature(signature: Uint8Array, publicKey: Uint8Array, scriptCode: Uint8Array): boolean;
  /** Returns whether the transaction cannot be mined before `lockTime`, 0 to 2^39 - 1. */
  checkLockTime(lockTime: number): boolean;
  /** Returns whether the input cannot be mined before the relative lock `sequence`, 0 to 2^39 - 1. */
  checkSequence(sequence: number): boolean;
}

/** Rejects every check, for scripts that are run without a transaction. */
export const REJECTING_CHECKER: SignatureChecker = {
  checkSignature: () => false,
  checkLockTime: () => false,
  checkSequence: () => false,
};
