import { NETWORKS, type SimplifiedMasternodeEntry } from '@dapikit/chain/browser';
import { expect, it } from 'vitest';
import { evonodeAddresses } from '../src/client/peer-addresses.js';
import { seeded } from './seeded.js';

const ENTRY = {
  version: 2,
  proRegTxHash: '00'.repeat(32),
  confirmedHash: '00'.repeat(32),
  pubKeyOperator: '00'.repeat(48),
  keyIdVoting: '00'.repeat(20),
  isValid: true,
  type: 1,
  platformNodeId: '00'.repeat(20),
} as const;

const evonode = (ip: string, platformHttpPort = 443, isValid = true): SimplifiedMasternodeEntry => ({
  ...ENTRY,
  isValid,
  platformHttpPort,
  addresses: { kind: 'single', service: { ip, port: 9999 } },
});

const regular = (ip: string): SimplifiedMasternodeEntry => {
  const { platformNodeId: _, ...entry } = ENTRY;
  return { ...entry, type: 0, addresses: { kind: 'single', service: { ip, port: 9999 } } };
};

it('takes valid evonodes with a port, and no others', () => {
  const entries = [
    evonode('192.0.2.1'),
    evonode('192.0.2.2', 443, false),
    regular('192.0.2.3'),
    evonode('2001:db8::1', 1443),
    evonode('198.51.100.1', 0),
  ];
  expect(evonodeAddresses(entries, NETWORKS.mainnet, seeded(1)).toSorted()).toEqual([
    'https://192.0.2.1',
    'https://198.51.100.1',
    'https://[2001:db8::1]:1443',
  ]);
  expect(evonodeAddresses([evonode('198.51.100.1', 0)], NETWORKS.regtest, seeded(1))).toEqual([]);
});

const evonodeNamed = (host: string): SimplifiedMasternodeEntry => ({
  ...ENTRY,
  version: 3,
  platformHttpPort: 0,
  addresses: {
    kind: 'extended',
    coreP2p: [],
    platformP2p: [],
    platformHttps: [{ network: 'domain', host, port: 443 }],
  },
});

it('leaves out a registered name that is no host of a URL', () => {
  const entries = ['xn--a', '1.2.3.256', 'a b', 'node.example.org'].map(evonodeNamed);
  expect(evonodeAddresses(entries, NETWORKS.testnet, seeded(1))).toEqual(['https://node.example.org']);
});

it('begins with one address of each network, in an order of chance', () => {
  const crowd = Array.from({ length: 200 }, (_, at) => evonode(`192.0.2.${at}`));
  const others = ['198.51.100.1', '203.0.113.1', '2001:db8::1'].map((ip) => evonode(ip));
  const first = (seed: number) =>
    evonodeAddresses([...crowd, ...others], NETWORKS.mainnet, seeded(seed)).slice(0, 4);
  const groups = first(1).map((address) => address.slice('https://'.length, 'https://'.length + 6));
  expect(new Set(groups).size).toBe(4);
  expect(first(1)).not.toEqual(first(2));
});
