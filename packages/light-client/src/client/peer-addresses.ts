import type { NetworkParameters, SimplifiedMasternodeEntry } from '@dapikit/chain/browser';

/**
 * Returns the addresses of the evonodes of a list that may be asked, as `https://host:port`, without the port 443: those that are valid and have a port for HTTPS. They alternate between
 * networks of /16 (IPv4) and /32 (IPv6), so that the first ones are of as many operators as possible.
 * @param random from 0 to below 1; decides the order within a network and of the networks
 */
export function evonodeAddresses(
  entries: Iterable<SimplifiedMasternodeEntry>,
  network: NetworkParameters,
  random: () => number,
): string[] {
  const groups = new Map<string, string[]>();
  const valid = Array.from(entries).filter(({ isValid }) => isValid);
  for (const { host, port } of shuffled(valid, random).flatMap((entry) => httpsAddress(entry, network))) {
    // In the one spelling that settings have as well. An owner may register what is no host of a URL: that peer cannot be asked.
    const url = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
    if (!URL.canParse(url)) continue;
    const group = groupOf(host);
    const { origin } = new URL(url);
    groups.set(group, [...(groups.get(group) ?? []), origin]);
  }
  const orders = [...groups.values()];
  const longest = Math.max(0, ...orders.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    orders.flatMap((addresses) => addresses[turn] ?? []),
  ).flat();
}

interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

function httpsAddress(entry: SimplifiedMasternodeEntry, { ports }: NetworkParameters): HostAndPort[] {
  if (!('platformHttpPort' in entry)) return [];
  const { addresses, platformHttpPort } = entry;
  if (addresses.kind === 'single') {
    const { ip, port } = addresses.service;
    const https = platformHttpPort === 0 ? ports.dapi : platformHttpPort;
    return port === 0 || https === undefined ? [] : [{ host: ip, port: https }];
  }
  const [first] = addresses.platformHttps;
  if (first === undefined || first.network === 'onion' || first.network === 'i2p') return [];
  return [{ host: first.host, port: first.port }];
}

function groupOf(host: string): string {
  return host.includes(':') ? host.split(':').slice(0, 2).join(':') : host.split('.').slice(0, 2).join('.');
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
