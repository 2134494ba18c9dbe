import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyAddresses,
  anyHash,
  anyHex,
  anyKeyId,
  anyPublicKey,
  anyUint16,
} from '../../../test/arbitraries.js';
import { RECORDED_DIFFS } from '../../../test/recorded.js';
import { encodeAddress } from '../address/address.js';
import { diffEntryFromSimplified, simplifiedEntryFromDiff } from './diff-entry.js';
import { InapplicableDiffError } from './inapplicable-diff-error.js';
import type { MasternodeListDiffEntry } from './masternode-list-diff.js';
import type { SimplifiedMasternodeEntry } from './simplified-entry.js';

const recorded = RECORDED_DIFFS.flatMap(({ result }) => result.mnList);
const evo = recorded.find(({ nType }) => nType === 1)!;
const regular = recorded.find(({ nType }) => nType === 0)!;

const anyEntry: fc.Arbitrary<SimplifiedMasternodeEntry> = fc
  .constantFrom(1 as const, 2 as const, 3 as const)
  .chain((version) => {
    const common = {
      version: fc.constant(version),
      proRegTxHash: anyHash,
      confirmedHash: anyHash,
      addresses: anyAddresses(version),
      pubKeyOperator: anyPublicKey,
      keyIdVoting: anyKeyId,
      isValid: fc.boolean(),
    };
    const evo = {
      type: fc.constant(1 as const),
      platformHttpPort: version === 3 ? fc.constant(0) : anyUint16,
      platformNodeId: anyHex(20),
    };
    return fc.oneof(
      fc.record({ ...common, type: fc.constant(0 as const) }),
      fc.record({ ...common, ...evo }),
    );
  });

describe('an entry of a masternode list diff', () => {
  it("is written like Dash Core's, with members in the same order", () => {
    for (const { payoutAddress: _payout, ...entry } of recorded) {
      const printed = diffEntryFromSimplified(simplifiedEntryFromDiff(entry), 'regtest');
      expect(JSON.stringify(printed)).toBe(JSON.stringify(entry));
    }
    expect(recorded.length).toBeGreaterThan(20);
    expect(recorded.some(({ isValid, service }) => !isValid && service === '[::]:0')).toBe(true);
  });

  it('contains the whole simplified entry', () => {
    const usable = anyEntry.filter(
      ({ addresses }) =>
        addresses.kind === 'extended' || addresses.service.ip !== '::' || addresses.service.port === 0,
    );
    fc.assert(
      fc.property(usable, fc.constantFrom('mainnet' as const, 'regtest' as const), (entry, network) => {
        expect(simplifiedEntryFromDiff(diffEntryFromSimplified(entry, network))).toEqual(entry);
      }),
    );
  });

  it('is read without the members that Dash Core deprecated', () => {
    const { service: _service, platformHTTPPort: _port, ...rest } = evo;
    expect(simplifiedEntryFromDiff(rest)).toEqual(simplifiedEntryFromDiff(evo));
    const { addresses: _addresses, ...older } = evo;
    expect(simplifiedEntryFromDiff(older)).toEqual(simplifiedEntryFromDiff(evo));
  });

  it('has the HTTP port of an extended entry, or -1 without one', () => {
    const entry: SimplifiedMasternodeEntry = { ...simplifiedEntryFromDiff(evo), version: 3 };
    const none = { kind: 'extended', coreP2p: [], platformP2p: [], platformHttps: [] } as const;
    expect(diffEntryFromSimplified({ ...entry, addresses: none }, 'regtest')).toMatchObject({
      service: '[::]:0',
      addresses: {},
      platformHTTPPort: -1,
    });
    const https = { network: 'domain', host: 'example.org', port: 443 } as const;
    expect(
      diffEntryFromSimplified({ ...entry, addresses: { ...none, platformHttps: [https] } }, 'regtest'),
    ).toMatchObject({
      service: '[::]:0',
      addresses: { platform_https: ['example.org:443'] },
      platformHTTPPort: 443,
    });
  });

  const scriptAddress = encodeAddress({ kind: 'scriptHash', hash: new Uint8Array(20) }, 'regtest');
  const { platformNodeID: _node, ...withoutNode } = evo;
  const bad: [string, MasternodeListDiffEntry][] = [
    ['an unknown version', { ...regular, nVersion: 4 }],
    ['an unknown type', { ...regular, nType: 2 }],
    ['a short hash', { ...regular, proRegTxHash: '00' }],
    ['a confirmedHash that is not hexadecimal', { ...regular, confirmedHash: 'z'.repeat(64) }],
    ['an invalid service address', { ...regular, service: 'example.org:9999' }],
    ['a short operator key', { ...regular, pubKeyOperator: '00' }],
    ['a voting address of a script', { ...regular, votingAddress: scriptAddress }],
    ['an invalid voting address', { ...regular, votingAddress: 'X' }],
    ['no Platform node', withoutNode],
    ['an invalid port', { ...evo, platformHTTPPort: 65536 }],
    ['no addresses in version 3', { nVersion: 3, ...withoutAddresses(regular) }],
  ];

  it.each(bad)('is rejected with %s', (_, entry) => {
    expect(() => simplifiedEntryFromDiff(entry)).toThrow(
      expect.objectContaining({ name: 'InapplicableDiffError', reason: 'malformed-entry' }),
    );
    expect(() => simplifiedEntryFromDiff(entry)).toThrow(InapplicableDiffError);
  });
});

function withoutAddresses({
  addresses: _addresses,
  nVersion: _version,
  ...rest
}: MasternodeListDiffEntry): Omit<MasternodeListDiffEntry, 'nVersion'> {
  return rest;
}
