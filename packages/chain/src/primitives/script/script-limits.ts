/** Lists the limits of script execution, consensus rules all. Source: `src/script/script.h` in dashpay/dash. */
export const SCRIPT_LIMITS = {
  /** Bytes of a value that is pushed or that OP_CAT and OP_NUM2BIN make. */
  elementSize: 520,
  /** Operations above OP_16 in one script, executed or not; each key of a multisig counts as one more. */
  operations: 201,
  /** Public keys of one multisig. */
  multisigKeys: 20,
  /** Bytes of one script. */
  scriptSize: 10_000,
  /** Values on the stack and the alternative stack together. */
  stackSize: 1_000,
} as const;
