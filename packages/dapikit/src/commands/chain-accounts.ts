import type { DevChain } from '@dapikit/chain';
import { base58 } from '@scure/base';
import { printable } from '../program/printable.js';
import { columns } from '../report/columns.js';

const DUFFS_PER_DASH = 100_000_000n;
/** Id of the key that signs whatever identities write. */
const CRITICAL_KEY = 2;

/** Describes the accounts of a chain with their coins, and the wallets with identities on the platform. */
export function describeAccounts(chain: DevChain): string {
  const accounts = chain.accounts.map((account) => ({ ...account, balance: chain.balance(account) }));
  const coins = chain.accounts.flatMap((account, index) =>
    chain.coins(account).map(({ outPoint: { txid, index: output }, coin: { value } }) => ({
      account: index,
      outPoint: `${txid}:${output}`,
      value,
    })),
  );
  const wallets = chain.wallets.map(({ mnemonic, identities }) => ({
    mnemonic,
    identities: identities.map(({ id, key }) => ({ id: base58.encode(id), wif: key(CRITICAL_KEY).wif })),
  }));
  return [accountTable(accounts), describeCoins(coins), ...describeWallets(wallets), ''].join('\n\n');
}

/** Describes an account as it is shown. */
interface ShownAccount {
  readonly address: string;
  readonly wif: string;
  /** In duffs. */
  readonly balance: bigint;
}

/** Describes a coin of an account as it is shown. */
interface ShownCoin {
  /** The number of the account. */
  readonly account: number;
  /** `<txid>:<index>` */
  readonly outPoint: string;
  /** In duffs. */
  readonly value: bigint;
}

/** Returns a table of accounts with their keys. */
function accountTable(accounts: readonly ShownAccount[]): string {
  const rows = accounts.map(({ address, wif, balance }, index) => [
    String(index),
    address,
    wif,
    `${balance / DUFFS_PER_DASH} DASH`,
  ]);
  const table = columns([['#', 'address', 'private key (WIF)', 'balance'], ...rows]).join('\n');
  return `Accounts for development only: these keys are public\n${table}`;
}

/** Describes a wallet with identities as it is shown. */
interface ShownWallet {
  readonly mnemonic: string;
  /** Ids in base58, with the private key of a key of level critical. */
  readonly identities: readonly { readonly id: string; readonly wif: string }[];
}

/** Returns the mnemonics of the wallets on Dash Platform with their identities; nothing where there are none. */
function describeWallets(wallets: readonly ShownWallet[]): string[] {
  if (wallets.length === 0) return [];
  const tables = wallets.map(({ mnemonic, identities }, at) =>
    [
      `${at === 0 ? 'First' : 'Second'} mnemonic: ${printable(mnemonic)}`,
      ...columns([
        ['i', 'identity', `private key ${CRITICAL_KEY} (WIF), which signs what it writes`],
        ...identities.map(({ id, wif }, index) => [String(index), id, wif]),
      ]),
    ].join('\n'),
  );
  return [
    "Identities with 10 DASH each; key k of identity i is on the path m/9'/1'/5'/0'/0'/i'/k' of testnet",
    ...tables,
  ];
}
/** Describes the coins of the accounts: what a wallet needs to spend them. */
function describeCoins(coins: readonly ShownCoin[]): string {
  const rows = coins.map(({ account, outPoint, value }) => [
    String(account),
    outPoint,
    `${value / DUFFS_PER_DASH} DASH`,
  ]);
  return `Coins of the accounts (pay to public key hash)\n${columns([['#', 'transaction:index', 'value'], ...rows]).join('\n')}`;
}
