import type { ExampleChain, Method } from '@dapikit/gateway';
import { printable } from '../program/printable.js';
import { columns } from './columns.js';

const DUFFS_PER_DASH = 100_000_000n;

/** Describes an account as it is shown. */
export interface ShownAccount {
  readonly address: string;
  readonly wif: string;
  /** In duffs. */
  readonly balance: bigint;
}

/** Describes a coin of an account as it is shown. */
export interface ShownCoin {
  /** The number of the account. */
  readonly account: number;
  /** `<txid>:<index>` */
  readonly outPoint: string;
  /** In duffs. */
  readonly value: bigint;
}

/** Returns the addresses that the gateway answers at. */
export function describeUrls(urls: readonly string[]): string {
  return [
    'Ready (stop with Ctrl-C), listening at',
    ...urls.map((url) => `  ${url}`),
    'Further paths: /dev (controls), /platform, /contracts/validate and /openapi.json',
  ].join('\n');
}

/** Describes the address of the page: one without a self-signed certificate, where there is one. */
export function describeStudio(urls: readonly string[]): string {
  return `Studio  ${urls.at(-1) ?? ''}`;
}

/** Returns a table of accounts with their keys. */
export function describeAccounts(accounts: readonly ShownAccount[]): string {
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
export interface ShownWallet {
  readonly mnemonic: string;
  /** In Base58. */
  readonly identityIds: readonly string[];
}

/** Returns the mnemonics of the wallets on Dash Platform and the ids of their identities; nothing where there are none. */
export function describeWallets(wallets: readonly ShownWallet[]): string[] {
  if (wallets.length === 0) return [];
  const rows = (wallets[0]?.identityIds ?? []).map((_, at) => [
    String(at),
    ...wallets.map(({ identityIds }) => identityIds[at] ?? ''),
  ]);
  const names = wallets.map((_, at) => (at === 0 ? 'of the first mnemonic' : 'of the second mnemonic'));
  return [
    [
      "Identities with 10 DASH each; key k of identity i is on the path m/9'/1'/5'/0'/0'/i'/k' of testnet",
      ...wallets.map(
        ({ mnemonic }, at) => `  ${at === 0 ? 'first ' : 'second'} mnemonic  ${printable(mnemonic)}`,
      ),
      ...columns([['i', ...names], ...rows]),
    ].join('\n'),
  ];
}

/** Describes the coins of the accounts: what a wallet needs to spend them. */
export function describeCoins(coins: readonly ShownCoin[]): string {
  const rows = coins.map(({ account, outPoint, value }) => [
    String(account),
    outPoint,
    `${value / DUFFS_PER_DASH} DASH`,
  ]);
  return `Coins of the accounts (pay to public key hash)\n${columns([['#', 'transaction:index', 'value'], ...rows]).join('\n')}`;
}

/** Returns a curl line for each method, to be pasted as it is. */
export function describeCalls(methods: readonly Method[], chain: ExampleChain, url: string): string {
  const calls = methods.map((method, index) => {
    const params = method.exampleParams(chain);
    const request = {
      jsonrpc: '2.0',
      id: index + 1,
      method: method.name,
      ...(params === undefined ? {} : { params }),
    };
    const note = method.deprecated ? ` (deprecated: use ${method.deprecated.replacedBy})` : '';
    return [
      `# ${method.summary}${note}`,
      `curl -s${url.startsWith('https:') ? 'k' : ''} ${url} -H 'content-type: application/json' -d '${JSON.stringify(request)}'`,
    ].join('\n');
  });
  return calls.join('\n\n');
}
