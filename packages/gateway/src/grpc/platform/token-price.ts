import type { CommittedState } from '@dapikit/platform';
import { oneofMember } from './platform-query.js';

type Price = NonNullable<Awaited<ReturnType<CommittedState['tokenPrices']>>[number]['price']>;

/** Returns the price of a token as the member of a message: prices by quantity, the smallest first. */
export const priceMember = (price: Price) =>
  price.type === 'singlePrice'
    ? oneofMember('fixedPrice', price.price)
    : oneofMember('variablePrice', {
        priceForQuantity: [...price.prices]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([quantity, each]) => ({ quantity, price: each })),
      });
