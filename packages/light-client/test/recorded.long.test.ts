import {
  bytesToHex,
  decodeTransaction,
  finalCommitmentFromDiff,
  hexToBytes,
  internalHash,
  networkTransactionId,
  NETWORKS,
  quorumListRootWithMutation,
  type MasternodeListDiff,
} from '@dapikit/chain/browser';
import { describe, expect, it } from 'vitest';
import { checkRecorded } from '../src/recorded/check-recorded.js';
import type { RecordedCheck } from '../src/recorded/recorded-data.js';
import { recordedFolder, recordedHeaders, type OwnData } from './recorded-folders.js';

const failures = (data: OwnData): string[] =>
  [...checkRecorded(data)]
    .filter(({ result }) => result === 'failed')
    .map(({ subject, reason }) => `${subject}: ${reason}`);

const skipped = (checks: readonly RecordedCheck[]) =>
  checks.filter(({ result }) => result === 'skipped').map(({ subject }) => subject);

describe('recorded data', () => {
  it('of mainnet verify; without headers the lists are not linked to ChainLocks', () => {
    const checks = [...checkRecorded(recordedFolder('mainnet'))];
    expect(checks.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(checks.filter(({ result }) => result === 'verified')).toHaveLength(6 + 6 + 4 + 15 + 1);
    expect(skipped(checks)).toEqual([2448856, 2449144, 2449432, 2449720, 2450008].map((at) => `trust ${at}`));
  });

  it('of testnet verify, with 5,000 headers and jumps over three lists', () => {
    const checks = [...checkRecorded(recordedFolder('testnet'))];
    expect(checks.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(checks[0]?.detail).toBe(
      '5000 headers: linked, X11 below the target, 4976 targets by Dark Gravity Wave 3',
    );
    expect(skipped(checks)).toEqual(['trust 947224']);
    const trusted = checks.filter(
      ({ subject, result }) => subject.startsWith('trust') && result === 'verified',
    );
    expect(trusted.map(({ detail }) => detail)).toEqual([
      'the first list is the checkpoint',
      'jump from 946072 by ChainLock 946503, 143 headers',
      'jump from 946360 by ChainLock 946671, 23 headers',
      'jump from 946648 by ChainLock 946959, 23 headers',
    ]);
  });

  it('of headers of mainnet verify', () => {
    const headers = [{ first: 1_737_084, bytes: recordedHeaders('mainnet-1737084') }];
    const [check] = checkRecorded({ network: NETWORKS.mainnet, lists: [], headers });
    expect(check).toMatchObject({ result: 'verified', detail: expect.stringContaining('4976 targets') });
  });
});

/** Changes of the data of mainnet, each with the checks that it must fail. */
const CHANGES: readonly [name: string, change: (data: OwnData) => void, failed: readonly string[]][] = [
  [
    'a masternode left out',
    ({ lists }) => replace(lists, 0, ({ mnList }) => ({ mnList: mnList.slice(1) })),
    ['list 2448568: list-root'],
  ],
  [
    'a banned masternode shown as valid',
    ({ lists }) =>
      replace(lists, 0, ({ mnList }) => {
        const banned = mnList.findIndex(({ isValid }) => !isValid);
        return { mnList: mnList.with(banned, { ...mnList[banned]!, isValid: true }) };
      }),
    ['list 2448568: list-root'],
  ],
  [
    'a masternode that comes twice',
    ({ lists }) => replace(lists, 0, ({ mnList }) => ({ mnList: [...mnList, mnList.at(-1)!] })),
    ['list 2448568: inapplicable-diff'],
  ],
  [
    'the key of another quorum',
    ({ lists }) =>
      replace(lists, 5, ({ newQuorums }) => ({
        newQuorums: newQuorums.with(0, {
          ...newQuorums[0]!,
          quorumPublicKey: newQuorums[1]!.quorumPublicKey,
        }),
      })),
    ['list 2450008: quorum-root'],
  ],
  [
    'a quorum left out',
    ({ lists }) => replace(lists, 5, ({ newQuorums }) => ({ newQuorums: newQuorums.slice(1) })),
    ['list 2450008: quorum-root'],
  ],
  [
    'a frozen quorum of type 1 removed',
    ({ lists }) =>
      replace(lists, 5, (diff) => ({
        deletedQuorums: [
          ...diff.deletedQuorums,
          lists[0]!.diff.newQuorums.find(({ llmqType }) => llmqType === 1)!,
        ],
      })),
    ['list 2450008: quorum-root'],
  ],
  [
    'an unknown masternode removed',
    ({ lists }) => replace(lists, 5, () => ({ deletedMNs: ['ab'.repeat(32)] })),
    ['list 2450008: inapplicable-diff'],
  ],
  [
    'the coinbase of another block',
    ({ lists }) => replace(lists, 5, () => ({ cbTx: lists[4]!.diff.cbTx })),
    ['list 2450008: coinbase-proof'],
  ],
  [
    'the coinbase and the tree of another block',
    ({ lists }) =>
      replace(lists, 5, () => ({
        cbTx: lists[4]!.diff.cbTx,
        cbTxMerkleTree: lists[4]!.diff.cbTxMerkleTree,
      })),
    // The masternode list of the two blocks differs.
    ['list 2450008: list-root'],
  ],
  [
    'a tree that proves another place',
    ({ lists }) =>
      replace(lists, 5, ({ cbTxMerkleTree }) => ({
        cbTxMerkleTree: `${cbTxMerkleTree.slice(0, -2)}05`,
      })),
    ['list 2450008: coinbase-proof'],
  ],
  [
    'a cut coinbase',
    ({ lists }) => replace(lists, 5, ({ cbTx }) => ({ cbTx: cbTx.slice(0, -2) })),
    ['list 2450008: malformed'],
  ],
  [
    'a base that no list has',
    ({ lists }) => replace(lists, 5, () => ({ baseBlockHash: 'ab'.repeat(32) })),
    ['list 2450008: wrong-base'],
  ],
  [
    'another height of a list',
    ({ lists }) => void (lists[5]!.height += 1),
    ['list 2450009: coinbase-height'],
  ],
  [
    'another root in a member of the diff',
    ({ lists }) => replace(lists, 5, () => ({ merkleRootMNList: 'ab'.repeat(32) })),
    ['list 2450008: list-root'],
  ],
  [
    'another address beside the one in the root',
    ({ lists }) =>
      replace(lists, 0, ({ mnList }) => ({
        mnList: mnList.with(0, { ...mnList[0]!, addresses: { core_p2p: ['1.2.3.4:9999'] } }),
      })),
    ['list 2448568: malformed'],
  ],
  [
    'another count of signers',
    ({ lists }) =>
      replace(lists, 5, ({ newQuorums }) => ({
        newQuorums: newQuorums.with(0, { ...newQuorums[0]!, signersCount: 1 }),
      })),
    ['list 2450008: malformed'],
  ],
  [
    'a signature that chose members, with a wrong digit',
    ({ lists }) =>
      replace(lists, 5, ({ quorumsCLSigs: [first, ...others] }) => {
        const [[signature, places] = ['', []]] = Object.entries(first!);
        const digit = signature.at(9) === '0' ? '1' : '0';
        const wrong = `${signature.slice(0, 9)}${digit}${signature.slice(10)}`;
        return { quorumsCLSigs: [{ [wrong]: places }, ...others] };
      }),
    ['list 2450008: malformed'],
  ],
  [
    'a quorum without the signature that chose its members',
    ({ lists }) => replace(lists, 5, ({ quorumsCLSigs }) => ({ quorumsCLSigs: quorumsCLSigs.slice(1) })),
    ['list 2450008: malformed'],
  ],
  [
    'another block of a height',
    ({ lists }) => {
      const { height, diff } = lists[0]!;
      lists.push({ height, diff: { ...diff, blockHash: 'ab'.repeat(32) } });
    },
    ['list 2448568: unexpected'],
  ],
  [
    'a base above the block',
    ({ lists }) => {
      const { blockHash, mnList } = lists[0]!.diff;
      const { diff } = lists[1]!;
      const before = (quorum: { quorumHash: string; llmqType: number }) =>
        lists[0]!.diff.newQuorums.find(
          ({ quorumHash, llmqType }) => quorumHash === quorum.quorumHash && llmqType === quorum.llmqType,
        )!;
      const ids = new Set([...diff.deletedMNs, ...diff.mnList.map(({ proRegTxHash }) => proRegTxHash)]);
      const had = mnList.filter(({ proRegTxHash }) => ids.has(proRegTxHash));
      const hadIds = new Set(had.map(({ proRegTxHash }) => proRegTxHash));
      lists.push({
        height: lists[0]!.height,
        diff: {
          ...lists[0]!.diff,
          baseBlockHash: diff.blockHash,
          blockHash,
          deletedMNs: [...ids].filter((id) => !hadIds.has(id)),
          mnList: had,
          deletedQuorums: diff.newQuorums,
          newQuorums: diff.deletedQuorums.map(before),
          quorumsCLSigs: [],
        },
      });
      lists.splice(2, 4);
    },
    ['list 2448568: wrong-base'],
  ],
  [
    'another key of a quorum in a later list, with roots that match',
    ({ lists }) => {
      lists.splice(1);
      lists.push({ height: lists[0]!.height, diff: withForgedKey(lists[0]!.diff) });
    },
    ['list 2448568: unexpected'],
  ],
  [
    'an entry of an unknown version',
    ({ lists }) =>
      replace(lists, 0, ({ mnList }) => ({ mnList: mnList.with(0, { ...mnList[0]!, nVersion: 9 }) })),
    ['list 2448568: unsupported-version'],
  ],
  [
    'a changed signature',
    ({ chainLocks }) => flip(chainLocks, 0, 'signature'),
    ['ChainLock 2448879: chain-lock-signature'],
  ],
  [
    'a changed signature without its origin',
    ({ chainLocks }) => {
      delete chainLocks[0]!['from'];
      flip(chainLocks, 0, 'signature');
    },
    ['ChainLock 2448879: chain-lock-signature', 'hop 2448568 → 2448856: unexpected'],
  ],
  [
    'the list of 288 blocks before',
    ({ chainLocks }) => {
      for (const name of ['quorumHash', 'signHash']) delete chainLocks[2]![name];
      chainLocks[2]!['listHeight'] = 2_449_144;
    },
    ['ChainLock 2449455: chain-lock-signature'],
  ],
  [
    'a ChainLock said to be wrong',
    ({ chainLocks }) => void (chainLocks[0]!['verifies'] = false),
    ['ChainLock 2448879: unexpected'],
  ],
  [
    'a mark that is neither true nor false',
    ({ chainLocks }) => void (chainLocks[0]!['verifies'] = []),
    ['ChainLock 2448879: malformed'],
  ],
  [
    'another request id',
    ({ chainLocks }) => flip(chainLocks, 0, 'requestId'),
    ['ChainLock 2448879: unexpected'],
  ],
  [
    'a hop that goes back',
    ({ hops }) => {
      const { from, to } = hops[0]!;
      hops[0] = { from: to, to: from };
    },
    ['hop 2448856 → 2448568: unexpected'],
  ],
  ['another hop', ({ hops }) => void (hops[0]!['stillKnown'] = 4), ['hop 2448568 → 2448856: unexpected']],
  [
    'a ChainLock too many in a hop',
    ({ hops }) => void (hops[2]!['chainLocks'] = [2_449_455]),
    ['hop 2448568 → 2449432: unexpected'],
  ],
  [
    'another count',
    ({ expected }) => void (expected[3]!['validEvo'] = 353),
    ['expected 2449432: unexpected'],
  ],
  [
    'another merkle root',
    ({ expected }) => flip(expected, 5, 'blockMerkleRoot'),
    ['expected 2450008: unexpected'],
  ],
];

function replace(
  lists: OwnData['lists'],
  at: number,
  change: (diff: OwnData['lists'][number]['diff']) => Partial<OwnData['lists'][number]['diff']>,
): void {
  const { diff } = lists[at]!;
  lists[at]!.diff = { ...diff, ...change(diff) };
}

const internal = (hash: string): string => bytesToHex(internalHash(hash));

/** Returns a full diff in which a quorum has the key of another one, with the coinbase of a block of one transaction that has the root. */
function withForgedKey(diff: MasternodeListDiff): MasternodeListDiff {
  const { quorumPublicKey } = diff.newQuorums[1]!;
  const newQuorums = diff.newQuorums.with(0, { ...diff.newQuorums[0]!, quorumPublicKey });
  const { root } = quorumListRootWithMutation(newQuorums.map((quorum) => finalCommitmentFromDiff(quorum)));
  const cbTx = diff.cbTx.replace(internal(diff.merkleRootQuorums!), internal(root));
  const txid = networkTransactionId(decodeTransaction(hexToBytes(cbTx)));
  const cbTxMerkleTree = `0100000001${internal(txid)}0101`;
  return { ...diff, newQuorums, cbTx, cbTxMerkleTree, merkleRootQuorums: root };
}

/** Changes a bit of the last byte of a text of hexadecimal digits. */
function flip(objects: Record<string, unknown>[], at: number, name: string): void {
  const text = String(objects[at]![name]);
  const last = Number.parseInt(text.at(-1)!, 16) ^ 1;
  objects[at]![name] = text.slice(0, -1) + last.toString(16);
}

describe('repeated data of mainnet', () => {
  it('verify: lists, ChainLocks and hops that come twice', () => {
    const data = recordedFolder('mainnet');
    data.lists.push(data.lists[5]!);
    data.chainLocks.push(data.chainLocks[0]!);
    data.hops.push(data.hops[0]!);
    expect(failures(data)).toEqual([]);
  });

  it('say where a file has an empty list', () => {
    const checks = [...checkRecorded({ ...recordedFolder('mainnet'), expected: [] })];
    expect(skipped(checks)).toContain('expected.json');
  });
});

it('tell ChainLocks of quorums that the first list has from those of newer ones', () => {
  const signed = [...checkRecorded(recordedFolder('mainnet'))].filter(({ subject }) =>
    subject.startsWith('ChainLock'),
  );
  expect(signed.map(({ detail }) => detail.split(', ')[1])).toEqual([
    'whose key the first list has',
    'whose key the first list has',
    'whose key is newer than the first list',
    'whose key is newer than the first list',
  ]);
});

describe('changed data of mainnet', () => {
  it.each(CHANGES)('are found: %s', (_, change, failed) => {
    const data = recordedFolder('mainnet');
    change(data);
    expect(failures(data)).toEqual(expect.arrayContaining([...failed]));
  });
});

const changed = (offset: number, change: (byte: number) => number) => {
  const data = recordedFolder('testnet');
  const bytes = data.headers[0]!.bytes.slice();
  bytes[offset] = change(bytes[offset] ?? 0);
  return failures({ ...data, headers: [{ first: 942_249, bytes }] })[0];
};

describe('changed headers of testnet', () => {
  it.each([
    ['the previous block', 100 * 80 + 4, 'header-link'],
    ['the merkle root', 100 * 80 + 36, 'header-work'],
    ['the nonce', 100 * 80 + 76, 'header-work'],
    ['an easier target', 100 * 80 + 74, 'header-work'],
  ])('are found: %s', (_, offset, reason) => {
    expect(changed(offset, (byte) => byte ^ 1)).toBe(`headers from 942249: ${reason}`);
  });

  it('are found: a header left out', () => {
    const data = recordedFolder('testnet');
    const { bytes } = data.headers[0]!;
    const gap = Uint8Array.of(...bytes.subarray(0, 80 * 50), ...bytes.subarray(80 * 51, 80 * 80));
    expect(failures({ ...data, headers: [{ first: 942_249, bytes: gap }] })[0]).toBe(
      'headers from 942249: header-link',
    );
  });

  it('of another height do not fit the lists', () => {
    const data = recordedFolder('testnet');
    const { bytes } = data.headers[0]!;
    expect(failures({ ...data, headers: [{ first: 942_248, bytes }] })).toEqual(
      expect.arrayContaining(['list 946072: header-hash']),
    );
  });
});

it('data of another network do not verify', () => {
  const data = { ...recordedFolder('mainnet'), network: NETWORKS.testnet };
  expect(failures(data)).toContain('list 2448568: wrong-network');
});
