import * as fc from 'fast-check';

const DEFAULT_SEED = 20_260_101;

/**
 * Runs the same cases of every property each time, so that a commit that passed passes again. PROPERTY_SEED gives another seed;
 * `PROPERTY_SEED=random` tries new cases and prints the seed of a failure.
 */
const { PROPERTY_SEED: chosen } = process.env;
if (chosen !== 'random')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(chosen ?? DEFAULT_SEED) });
