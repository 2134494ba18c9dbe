import { readFileSync } from 'node:fs';
import {
  decodeDiffMessage,
  NETWORKS,
  type MasternodeListDiff,
  type NetworkParameters,
} from '@dapikit/chain/browser';
import { describe, expect, it } from 'vitest';
import { applyVerifiedDiff, type VerifiedList } from '../src/list/verified-list.js';
import { damagedMessage } from './recorded-folders.js';

const message = (name: string) =>
  new Uint8Array(
    readFileSync(new URL(`../../../fixtures/light-client/p2p/mnlistdiff-${name}.dat`, import.meta.url)),
  );

describe('real messages of earlier protocol versions', () => {
  it.each([
    ['mainnet-0-1888465-70227', 70_227, 1_888_465],
    ['testnet-0-849810-70228-before19.2HF', 70_228, 849_810],
    ['testnet-0-850798-70228-after19.2HF', 70_228, 850_798],
  ] as const)('have the roots of their coinbase: %s', (name, protocol, height) => {
    const network = name.startsWith('mainnet') ? NETWORKS.mainnet : NETWORKS.testnet;
    const diff = decodeDiffMessage(message(name), protocol, network.name);
    expect(applyVerifiedDiff(undefined, diff, network).height).toBe(height);
  });
});

/** Makes `::a.b.c.d` the IPv4 address that it was, and `0.0.0.0` the absent address that it was. */
function repaired(diff: MasternodeListDiff): MasternodeListDiff {
  const mnList = diff.mnList.map(({ addresses: _addresses, ...entry }) => {
    const [, high = '', low = '', port] = IPV4_IN_IPV6.exec(entry.service ?? '') ?? [];
    if (entry.service?.startsWith('0.0.0.0:') === true)
      return { ...entry, service: entry.service.replace('0.0.0.0', '[::]') };
    if (port === undefined) return entry;
    const ip = [high, low].flatMap((group) => {
      const value = Number.parseInt(group || '0', 16);
      return [value >>> 8, value & 0xff];
    });
    return { ...entry, service: `${ip.join('.')}:${port}` };
  });
  return { ...diff, mnList };
}

const IPV4_IN_IPV6 = /^\[::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]:(\d+)$/;

const outcome = (base: VerifiedList | undefined, diff: MasternodeListDiff, network: NetworkParameters) => {
  try {
    return applyVerifiedDiff(base, diff, network);
  } catch (error) {
    return error;
  }
};

describe('messages with spoiled addresses', () => {
  it('of mainnet have another list root, and the right one with the prefix of IPv4', () => {
    const [full, next] = ['mn_list_diff_0_2227096', 'mn_list_diff_2227096_2241332'].map((name) =>
      decodeDiffMessage(damagedMessage(name), 70_230, 'mainnet'),
    );
    expect(outcome(undefined, full!, NETWORKS.mainnet)).toMatchObject({ reason: 'list-root' });
    const list = applyVerifiedDiff(undefined, repaired(full!), NETWORKS.mainnet);
    expect(list.height).toBe(2_227_096);
    expect(outcome(list, next!, NETWORKS.mainnet)).toMatchObject({ reason: 'list-root' });
    expect(applyVerifiedDiff(list, repaired(next!), NETWORKS.mainnet).height).toBe(2_241_332);
    expect(list.height).toBe(2_227_096);
  });

  it('of testnet have another list root, and the right one without addresses', () => {
    const bytes = damagedMessage('mn_list_diff_testnet_0_1296600');
    const diff = decodeDiffMessage(bytes, 70_230, 'testnet');
    expect(outcome(undefined, diff, NETWORKS.testnet)).toMatchObject({ reason: 'list-root' });
    expect(applyVerifiedDiff(undefined, repaired(diff), NETWORKS.testnet).height).toBe(1_296_600);
  });
});
