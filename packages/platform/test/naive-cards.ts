/** A card as the model has it. */
export interface NaiveCard {
  readonly id: string;
  readonly owner: string;
  readonly creator: string;
  readonly name: string;
  readonly revision: number;
  readonly price?: number;
}

/** What somebody does to a card. */
export interface CardAction {
  readonly kind: 'create' | 'replace' | 'delete' | 'transfer' | 'price' | 'purchase';
  readonly by: string;
  /** Which of the cards; none is meant when there are fewer. */
  readonly card: number;
  readonly name: string;
  readonly price: number;
  readonly recipient: string;
  /** How far the revision is from the one that follows. */
  readonly skew: number;
}

/** The number of what rejects an action, or the cards after it. `id` is that of a new card, or of the one that is meant. */
export function cardsAfter(
  cards: readonly NaiveCard[],
  action: CardAction,
  id: string,
): number | readonly NaiveCard[] {
  const { kind, by, name, price, recipient, skew } = action;
  const isTaken = cards.some((card) => card.name === name && card.id !== id);
  if (kind === 'create')
    return isTaken ? 40105 : [...cards, { id, owner: by, creator: by, name, revision: 1 }];
  const card = cards.find((one) => one.id === id);
  if (card === undefined) return 40101;
  if (kind !== 'purchase' && card.owner !== by) return 40102;
  const others = cards.filter((one) => one !== card);
  if (kind === 'delete') return others;
  if (kind === 'purchase' && card.price === undefined) return 40108;
  if (kind === 'purchase' && card.price !== price) return 40109;
  if (skew !== 0) return 40106;
  if (kind === 'purchase' && card.owner === by) return 10404;
  if (kind === 'replace' && isTaken) return 40105;
  const { price: _old, ...plain } = { ...card, revision: card.revision + 1 };
  const changed: Readonly<Record<'replace' | 'transfer' | 'price' | 'purchase', Partial<NaiveCard>>> = {
    replace: { name },
    transfer: { owner: recipient },
    price: { price },
    purchase: { owner: by },
  };
  return [...others, { ...plain, ...changed[kind] }];
}
