import type { ExampleChain, Method } from '@dapikit/gateway';

const DUFFS_PER_DASH = 100_000_000n;

/** An account as it is shown. */
export interface ShownAccount {
  readonly address: string;
  readonly wif: string;
  /** In duffs. */
  readonly balance: bigint;
}

/** The addresses that the gateway answers at. */
export function describeUrls(urls: readonly string[]): string {
  return ['Listening at', ...urls.map((url) => `  ${url}`)].join('\n');
}

/** A table of accounts with their keys. */
export function describeAccounts(accounts: readonly ShownAccount[]): string {
  const rows = accounts.map(({ address, wif, balance }, index) => [
    String(index),
    address,
    wif,
    `${balance / DUFFS_PER_DASH} DASH`,
  ]);
  const table = columns([['#', 'address', 'private key (WIF)', 'balance'], ...rows]);
  return `Accounts, for development only: everybody knows these keys\n${table}`;
}

/** A curl line for each method, to be pasted as it is. */
export function describeCalls(methods: readonly Method[], chain: ExampleChain, url: string): string {
  const calls = methods.map((method, index) => {
    const params = method.exampleParams(chain);
    const request = {
      jsonrpc: '2.0',
      id: index + 1,
      method: method.name,
      ...(params === undefined ? {} : { params }),
    };
    const note = method.deprecated ? ` (deprecated: ${method.deprecated.replacedBy} will replace it)` : '';
    return [
      `# ${method.summary}${note}`,
      `curl -sk ${url} -H 'content-type: application/json' -d '${JSON.stringify(request)}'`,
    ].join('\n');
  });
  return calls.join('\n\n');
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
