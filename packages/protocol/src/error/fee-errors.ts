import { u64 } from '../codec/integers.js';
import { error } from './error-definition.js';

/** Lists the variants of fee errors: there is one. */
export const FEE_ERRORS = {
  BalanceIsNotEnoughError: error(30000, { balance: u64, fee: u64 }),
} as const;
