import type { ValueOf } from '../codec/codec.js';
import { enumOf } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { bigintMapOf } from '../codec/map-of.js';
import { struct } from '../codec/struct.js';

const SOURCE = 'packages/rs-dpp/src/tokens/token_pricing_schedule.rs';

/** Describes the price of a token in credits: one price, or prices by the minimum number of tokens. */
export const tokenPricingSchedule = enumOf(
  { name: 'TokenPricingSchedule', tag: 'type' },
  {
    singlePrice: struct(
      { name: 'SinglePrice', summary: 'Has one price for any number of tokens.', source: SOURCE },
      { price: u64 },
    ),
    setPrices: struct(
      { name: 'SetPrices', summary: 'Has prices by number of tokens.', source: SOURCE },
      { prices: bigintMapOf(u64, u64) },
    ),
  },
);

export type TokenPricingSchedule = ValueOf<typeof tokenPricingSchedule>;
