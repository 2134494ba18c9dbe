/** Adds the signer's fee increase to a processing fee; fractions of a credit are dropped. */
export const addIncrease = (fee: bigint, percent: bigint): bigint => fee + (fee * percent) / 100n;
