import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import {
  encodeSimplifiedEntry,
  simplifiedEntryHash,
  type SimplifiedMasternodeEntry,
} from './simplified-entry.js';

const HASH = `${'00'.repeat(30)}0102`;
const reversed = (hex: string) => bytesToHex(hexToBytes(hex).toReversed());
const PUBLIC_KEY = 'b2'.repeat(48);
const KEY_ID = `${'c3'.repeat(19)}01`;
const SERVICE = '00000000000000000000ffff01020304270f';

const common = {
  proRegTxHash: HASH,
  confirmedHash: '11'.repeat(32),
  addresses: { kind: 'single', service: { ip: '1.2.3.4', port: 9999 } },
  pubKeyOperator: PUBLIC_KEY,
  keyIdVoting: KEY_ID,
  isValid: true,
} as const;
const platform = { type: 1, platformHttpPort: 443, platformNodeId: KEY_ID } as const;
const head = `${reversed(HASH)}${'11'.repeat(32)}`;
const tail = `${PUBLIC_KEY}${KEY_ID}01`;
const extended = {
  kind: 'extended',
  coreP2p: [{ network: 'ipv4', host: '1.2.3.4', port: 9999 }],
  platformP2p: [],
  platformHttps: [{ network: 'domain', host: 'a.b', port: 443 }],
} as const;

describe('a simplified masternode entry', () => {
  const cases: [string, SimplifiedMasternodeEntry, string][] = [
    ['version 1 has no type', { ...common, version: 1, type: 0 }, `${head}${SERVICE}${tail}`],
    [
      'not even of an evolution masternode',
      { ...common, version: 1, ...platform },
      `${head}${SERVICE}${tail}`,
    ],
    ['version 2 has a type', { ...common, version: 2, type: 0 }, `${head}${SERVICE}${tail}0000`],
    [
      'an evolution masternode has port and node id',
      { ...common, version: 2, ...platform },
      `${head}${SERVICE}${tail}0100bb01${reversed(KEY_ID)}`,
    ],
    [
      'version 3 has extended addresses and no port',
      { ...common, version: 3, ...platform, addresses: extended },
      `${head}0102000101010401020304270f02010203612e6201bb${tail}0100${reversed(KEY_ID)}`,
    ],
  ];

  it.each(cases)('encodes %s', (_, entry, hex) => {
    expect(bytesToHex(encodeSimplifiedEntry(entry))).toBe(hex);
    expect(simplifiedEntryHash(entry)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('rejects addresses of another version and fields of another length', () => {
    const bad: SimplifiedMasternodeEntry[] = [
      { ...common, version: 3, type: 0 },
      { ...common, version: 2, type: 0, addresses: extended },
      { ...common, version: 2, type: 0, keyIdVoting: '00' },
      { ...common, version: 2, ...platform, platformNodeId: '00' },
      { ...common, version: 2, type: 0, proRegTxHash: '' },
    ];
    for (const entry of bad) expect(() => encodeSimplifiedEntry(entry)).toThrow(RangeError);
  });
});
