/**
 * Lists the types of masternodes. A type is serialised in 16 bits, so payloads can contain other numbers.
 *
 * Source: `MnType` in `src/evo/dmn_types.h` of dashpay/dash.
 */
export const MasternodeType = {
  /** 1000 DASH of collateral, one vote. */
  regular: 0,
  /** 4000 DASH of collateral, four votes; also runs Dash Platform. */
  evo: 1,
} as const;

export type MasternodeType = (typeof MasternodeType)[keyof typeof MasternodeType];
