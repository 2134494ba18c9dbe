import type { NetworkName } from '@dapikit/chain/browser';

/**
 * Lists names that a first start asks on public networks. As of November 2026.
 *
 * Source: the seeds of dapi-client in dashpay/platform.
 */
const NAMED: Readonly<Partial<Record<NetworkName, readonly string[]>>> = {
  mainnet: [1, 2, 3, 4].map((number) => `https://seed-${number}.mainnet.networks.dash.org`),
  testnet: [1, 2, 3, 4, 5].map((number) => `https://seed-${number}.testnet.networks.dash.org:1443`),
};

/**
 * Lists evonodes that a first start asks as well, one in each of 32 networks of /16: names may not resolve. As of April 2026.
 *
 * Source: the masternode list of block 2,450,008 of mainnet in `fixtures/light-client`, which verifies.
 */
const RECORDED: Readonly<Partial<Record<NetworkName, readonly string[]>>> = {
  mainnet: [
    'https://89.125.209.152',
    'https://51.79.109.200',
    'https://164.68.114.36',
    'https://207.180.213.141',
    'https://65.21.237.224',
    'https://109.199.97.144',
    'https://159.69.204.162',
    'https://95.111.233.139',
    'https://38.242.206.56',
    'https://91.198.108.35',
    'https://57.131.28.197',
    'https://192.99.232.138',
    'https://161.97.180.105',
    'https://192.248.175.198',
    'https://50.116.28.103',
    'https://65.109.84.203',
    'https://206.245.167.76',
    'https://213.159.77.221',
    'https://37.27.67.156',
    'https://185.215.164.186',
    'https://51.195.47.118',
    'https://139.180.143.115',
    'https://15.235.102.216',
    'https://37.60.236.41',
    'https://146.59.45.235',
    'https://108.61.165.170',
    'https://31.220.77.84',
    'https://135.181.110.216',
    'https://132.243.197.250',
    'https://188.245.90.255',
    'https://64.176.10.71',
    'https://89.35.131.219',
  ],
};

/** Returns the seeds of a network, the named ones first; none for one that is not public. After a start the verified masternode list has all others. */
export function seedsOf(network: NetworkName): readonly string[] {
  return [...(NAMED[network] ?? []), ...(RECORDED[network] ?? [])];
}
