/** Describes credits that an address gives. */
export interface AddressInput {
  /** Its type and hash, 21 bytes. */
  readonly address: Uint8Array;
  /** One more than the stored nonce of the address; that where absent. */
  readonly nonce?: number;
  /** Credits. */
  readonly amount: bigint;
}

/** Describes credits that an address gets. */
export interface AddressOutput {
  /** Its type and hash, 21 bytes. */
  readonly address: Uint8Array;
  /** Credits. */
  readonly amount: bigint;
}

/** Describes an output that may get the rest. */
export interface AddressOutputOrRest {
  readonly address: Uint8Array;
  /** Credits; all that the others leave where absent. */
  readonly amount: bigint | undefined;
}

/** Names who pays a part of the fee: what an input keeps, or an output. */
export interface FeeStep {
  readonly type: 'deductFromInput' | 'reduceOutput';
  /** The position among the inputs or outputs, in the order of addresses. */
  readonly index: number;
}

/** Describes who has what after a fee. */
export interface DeductedFee {
  /** Credits that the inputs keep, in their order. */
  readonly kept: readonly bigint[];
  /** Credits that the outputs get, in their order. */
  readonly outputs: readonly bigint[];
  /** The part of the fee that nobody pays. */
  readonly unpaid: bigint;
}

/**
 * Deducts a fee step by step: each pays as much as it has.
 *
 * Source: `deduct_fee_from_outputs_or_remaining_balance_of_inputs` in `packages/rs-dpp/src/address_funds/fee_strategy` of dashpay/platform.
 * @param kept credits that inputs retain
 */
export function deductFee(
  kept: readonly bigint[],
  outputs: readonly bigint[],
  strategy: readonly FeeStep[],
  fee: bigint,
): DeductedFee {
  const after = { deductFromInput: [...kept], reduceOutput: [...outputs] };
  let unpaid = fee;
  for (const { type, index } of strategy) {
    const has = after[type][index] ?? 0n;
    const part = has < unpaid ? has : unpaid;
    if (part === 0n) continue;
    after[type][index] = has - part;
    unpaid -= part;
  }
  return { kept: after.deductFromInput, outputs: after.reduceOutput, unpaid };
}

/** Returns a sum of amounts. */
export const sumOf = (entries: readonly { readonly amount: bigint }[]): bigint =>
  entries.reduce((sum, { amount }) => sum + amount, 0n);
