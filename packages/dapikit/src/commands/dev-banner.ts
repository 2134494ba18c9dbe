import { describePlatformPreview } from '@dapikit/contract/protocol-versions';
import { maskedUrl } from '@dapikit/gateway';
import { LOCAL_URL } from '../program/http-url.js';
import { printable } from '../program/printable.js';
import { PROGRAM, quoted } from '../program/program-name.js';
import { VERSION } from '../program/version.js';

/** Describes a network that has started. */
export interface StartedNetwork {
  /** Addresses of the gateway: one of TLS and one of plain HTTP, or one alone. */
  readonly urls: readonly string[];
  readonly hasStudio: boolean;
  readonly tip: { readonly height: number; readonly hash: string };
  /** A funded account of layer 1; its balance is in duffs. */
  readonly account: { readonly address: string; readonly wif: string; readonly balance: bigint } | undefined;
  /** The file that keeps the chain, and the store of the platform; `undefined` for what is lost at the end. */
  readonly stateFile: string | undefined;
  readonly platformStore: string | undefined;
  /** Protocol version of the platform. */
  readonly platformProtocol: number;
  /** Arguments with which `dapikit chain accounts` lists the same chain. */
  readonly listArguments: readonly string[];
  /** Further lines, such as the addresses of the Core RPC emulator. */
  readonly more: readonly string[];
}

const DUFFS_PER_DASH = 100_000_000n;

/** Returns the lines that say how to use a network that has started: addresses first, then an account, then what is elsewhere. */
export function describeStart(network: StartedNetwork): string {
  const { urls, hasStudio, tip, account, listArguments, more } = network;
  const accounts = [PROGRAM, 'chain', 'accounts', ...listArguments.map(quoted)].join(' ');
  const address = urls.at(-1) ?? '';
  const preview = describePlatformPreview(network.platformProtocol);
  return [
    `dapikit ${VERSION}: development network, regtest`,
    '',
    row('address', address),
    ...(hasStudio ? [row('studio', address)] : []),
    ...urls.filter((url) => url !== address).map((url) => row('TLS', url)),
    ...(account === undefined ? [] : describeAccount(account)),
    row('state', describeState(network)),
    row(
      'more',
      `${accounts}, ${PROGRAM} env${isDefault(address) ? '' : ` --url ${address}`} (SDKs, TLS, tutorials)`,
    ),
    ...more,
    '',
    ...(preview === undefined ? [] : [preview, '']),
    `Block ${tip.height} ${tip.hash}`,
    'Ready; the platform opens now (stop with Ctrl-C)',
    '',
  ].join('\n');
}

function describeState({ stateFile, platformStore }: StartedNetwork): string {
  if (stateFile === undefined && platformStore === undefined)
    return 'in memory; keep it with --state FILE --platform-store FILE';
  return [
    stateFile === undefined
      ? 'chain in memory; keep it with --state FILE'
      : `chain in ${printable(stateFile)}`,
    platformStore === undefined
      ? 'platform in memory; keep it with --platform-store FILE'
      : `platform in ${printable(maskedUrl(platformStore))}`,
  ].join(', ');
}

function describeAccount({ address, wif, balance }: StartedNetwork['account'] & {}): string[] {
  const dash = `${(balance / DUFFS_PER_DASH).toLocaleString('en')} DASH`;
  return [row('account', `${address}, ${dash}`), row('key', `${wif} (public: for development only)`)];
}

const row = (name: string, text: string): string => `  ${name.padEnd(9)}${text}`;

/** Returns whether commands find the address without an option. */
const isDefault = (url: string): boolean => url === `${LOCAL_URL}/`;
