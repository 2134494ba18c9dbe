/** Describes a contract to start from. */
export interface Example {
  readonly id: string;
  readonly label: string;
  /** Subject of the demonstration. */
  readonly about: string;
  /** True if it is in use on the network. */
  readonly isReal: boolean;
  readonly load: () => Promise<{ readonly default: string }>;
}

const real = { isReal: true } as const;
const made = { isReal: false } as const;

/** Lists the contracts to start from. Each is loaded when it is chosen. */
export const EXAMPLES: readonly Example[] = [
  {
    ...made,
    id: 'shop',
    label: 'A small shop',
    about: 'Orders that are counted and summed, and shop names that masternodes vote on',
    load: () => import('./shop.json'),
  },
  {
    ...made,
    id: 'errors',
    label: 'A guest book with errors',
    about: 'Five errors to fix',
    load: () => import('./guestbook-with-errors.json'),
  },
  {
    ...real,
    id: 'dpns',
    label: 'DPNS: names',
    about: 'The names of identities',
    load: () => import('../../../../../fixtures/contracts/real/dpns.json'),
  },
  {
    ...real,
    id: 'dashpay',
    label: 'DashPay: contacts',
    about: 'Profiles and contact requests',
    load: () => import('../../../../../fixtures/contracts/real/dashpay.json'),
  },
  {
    ...real,
    id: 'withdrawals',
    label: 'Withdrawals',
    about: 'Withdrawals of credits to layer 1',
    load: () => import('../../../../../fixtures/contracts/real/withdrawals.json'),
  },
  {
    ...real,
    id: 'wallet-utils',
    label: 'Wallet: transaction notes',
    about: 'Encrypted notes on transactions',
    load: () => import('../../../../../fixtures/contracts/real/wallet-utils.json'),
  },
  {
    ...real,
    id: 'keyword-search',
    label: 'Search by keyword',
    about: 'Keywords and descriptions of contracts',
    load: () => import('../../../../../fixtures/contracts/real/keyword-search.json'),
  },
  {
    ...real,
    id: 'token-history',
    label: 'Token history',
    about: 'History of tokens',
    load: () => import('../../../../../fixtures/contracts/real/token-history.json'),
  },
  {
    ...real,
    id: 'nft-card',
    label: 'Trading cards (NFT)',
    about: 'Documents that can be transferred and sold',
    load: () => import('../../../../../fixtures/contracts/real/tutorial-nft-card.json'),
  },
];
