import { decode, encode, tokenPricingSchedule, type TokenPricingSchedule } from '@dapikit/protocol';
import type { StoreView, WritableView } from '../../store/store.js';
import { tokenPriceKey } from './token-keys.js';

/** Returns the price of a token in credits; nothing while it is not for sale. */
export async function findTokenPrice(
  view: StoreView,
  tokenId: Uint8Array,
): Promise<TokenPricingSchedule | undefined> {
  const bytes = await view.get(tokenPriceKey(tokenId));
  return bytes === undefined ? undefined : decode(tokenPricingSchedule, bytes);
}

/** Sets the price of a token, or ends its sale. */
export function putTokenPrice(
  view: WritableView,
  tokenId: Uint8Array,
  price: TokenPricingSchedule | undefined,
): void {
  if (price === undefined) view.delete(tokenPriceKey(tokenId));
  else view.put(tokenPriceKey(tokenId), encode(tokenPricingSchedule, price));
}
