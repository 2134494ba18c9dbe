import type { ExampleChain, Method } from '@dapikit/gateway';
import { printable } from '../program/printable.js';
import { PROGRAM, quoted } from '../program/program-name.js';

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

/** Describes what a chain has funded, as far as it is shown at the start. */
export interface ShownFunds {
  /** The number of accounts, and what all of them have in duffs. */
  readonly accounts: number;
  readonly balance: bigint;
  /** The number of identities on the platform. */
  readonly identities: number;
  readonly mnemonics: readonly string[];
  /** The arguments with which `dapikit chain accounts` lists the same chain. */
  readonly listArguments: readonly string[];
}

const DUFFS_PER_DASH = 100_000_000n;

/** Describes in a few lines what is funded, and which command lists it. */
export function describeFunds({
  accounts,
  balance,
  identities,
  mnemonics,
  listArguments,
}: ShownFunds): string {
  const dash = `${(balance / DUFFS_PER_DASH).toLocaleString('en')} DASH`;
  const list = [PROGRAM, 'chain', 'accounts', ...listArguments.map(quoted)].join(' ');
  return [
    'Funded for development only: these keys are public',
    `  layer 1    ${accounts} accounts with ${dash} together`,
    ...(identities === 0 ? [] : [`  platform   ${identities} identities with 10 DASH each`]),
    ...mnemonics.map((mnemonic) => `  mnemonic   ${printable(mnemonic)}`),
    `  list all   ${list}`,
  ].join('\n');
}

/** Returns a curl line for a method, to be pasted as it is. */
export function describeCall(
  { name, exampleParams }: Pick<Method, 'name' | 'exampleParams'>,
  chain: ExampleChain,
  url: string,
): string {
  const params = exampleParams(chain);
  const request = { jsonrpc: '2.0', id: 1, method: name, ...(params === undefined ? {} : { params }) };
  const flags = url.startsWith('https:') ? '-sk' : '-s';
  return `curl ${flags} ${url} -H 'content-type: application/json' -d '${JSON.stringify(request)}'`;
}
