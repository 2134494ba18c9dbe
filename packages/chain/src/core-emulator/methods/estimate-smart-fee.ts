import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

/** Source: `CBlockPolicyEstimator` in `src/policy/fees.h` of dashpay/dash. */
const FURTHEST_TARGET = 1008;
const MODES: ReadonlySet<string> = new Set(['unset', 'economical', 'conservative']);

export const estimateSmartFee: EmulatorMethod = {
  name: 'estimatesmartfee',
  category: 'Util',
  summary: 'no estimate: too little was seen, as on a fresh node',
  params: [
    { name: 'conf_target', type: 'numeric', about: 'confirmation target in blocks, 1 to 1008' },
    { name: 'estimate_mode', type: 'string', isOptional: true, about: 'unset, economical or conservative' },
  ],
  difference: 'Fees are never estimated: whatever pays 0.00001 DASH for 1,000 bytes is in the next block.',
  answer(_, params) {
    const target = params.integer(0);
    if (target < 1 || target > FURTHEST_TARGET) {
      throw invalidParameter(`Invalid conf_target, must be between 1 and ${FURTHEST_TARGET}`);
    }
    if (params.isGiven(1) && !MODES.has(params.text(1).toLowerCase())) {
      throw invalidParameter(
        'Invalid estimate_mode parameter, must be one of: "unset", "economical", "conservative"',
      );
    }
    // A node that has seen nothing estimates for no target.
    return { errors: ['Insufficient data or no feerate found'], blocks: 0 };
  },
};
