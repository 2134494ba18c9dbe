import { NETWORKS } from '@dapikit/chain/browser';
import { expect, it } from 'vitest';
import { evonodeAddresses } from '../src/client/peer-addresses.js';
import { seedsOf } from '../src/client/seeds.js';
import { readDiff } from '../src/list/read-diff.js';
import { applyVerifiedDiff, type VerifiedList } from '../src/list/verified-list.js';
import { recordedFolder } from './recorded-folders.js';

it('addresses among the seeds of mainnet are evonodes of the recorded list, in different networks', () => {
  const { mainnet } = NETWORKS;
  let list: VerifiedList | undefined;
  for (const { diff } of recordedFolder('mainnet').lists)
    list = applyVerifiedDiff(list, readDiff(diff), mainnet);
  const evonodes = new Set(evonodeAddresses(list!.masternodes.values(), mainnet, () => 0.5));
  const addresses = seedsOf('mainnet').filter((seed) => /\/\d/.test(seed));
  expect(addresses).toHaveLength(32);
  expect(addresses.filter((address) => !evonodes.has(address))).toEqual([]);
  expect(new Set(addresses.map((address) => address.split('.', 2).join('.'))).size).toBe(32);
});
