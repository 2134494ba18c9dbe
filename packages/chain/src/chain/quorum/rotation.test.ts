import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bitsSet } from '../../base/bytes/bit-set.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { hexToBytes, ZERO_HASH } from '../../base/bytes/hex.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import { verifyAggregatedBls } from '../../base/crypto/bls-aggregate.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { MasternodeType } from '../../primitives/masternode/masternode-type.js';
import { UNSPECIFIED_ADDRESS } from '../../primitives/masternode/network-address.js';
import { ProviderVersion } from '../../primitives/masternode/provider-version.js';
import { commitmentHash } from './commitment-hash.js';
import { rankByModifier } from './quorum-modifier.js';
import { joinQuarters, nextQuarter, quarterBySnapshot, type Members } from './rotation.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

interface Recorded {
  readonly masternodes: readonly string[];
  /** The latest first. */
  readonly cycles: readonly {
    readonly workHeight: number;
    readonly chainLock: string;
    readonly count?: number;
    readonly without?: readonly number[];
    readonly with?: readonly number[];
    readonly isUsed?: string;
    readonly skipped?: readonly number[];
  }[];
  readonly quorums: readonly {
    readonly quorumIndex: number;
    readonly quorumHash: string;
    readonly signers: string;
    readonly validMembers: string;
    readonly quorumPublicKey: string;
    readonly quorumVvecHash: string;
    readonly membersSig: string;
  }[];
}

const LLMQ_60_75 = 5;
const MAINNET = { size: 60, perCycle: 32 };
/** Each takes 60 keys to be added up. */
const CHECKED_QUORUMS: ReadonlySet<number> = new Set([0, 31]);

function masternode(proTxHash: string, state: Partial<Masternode> = {}): Masternode {
  return {
    proTxHash,
    type: MasternodeType.regular,
    collateral: { txid: proTxHash, index: 0 },
    operatorReward: 0,
    registeredHeight: 1,
    version: ProviderVersion.basicBls,
    lastPaidHeight: 0,
    revivedHeight: undefined,
    banHeight: undefined,
    revocationReason: 0,
    penalty: 0,
    confirmedHash: '1'.repeat(64),
    keyIdOwner: proTxHash,
    pubKeyOperator: proTxHash,
    keyIdVoting: proTxHash,
    service: UNSPECIFIED_ADDRESS,
    scriptPayout: new Uint8Array(),
    scriptOperatorPayout: new Uint8Array(),
    platform: undefined,
    ...state,
  };
}

describe('the members of rotated quorums', () => {
  const file = new URL('../../../../../fixtures/quorums/mainnet-rotation.json.gz', import.meta.url);
  const recorded: Recorded = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const known = recorded.masternodes.map((row) => {
    const [proTxHash = '', confirmedHash = '', pubKeyOperator = '', isValid] = row.split(' ');
    const banHeight = isValid === 'true' ? undefined : 1;
    return masternode(proTxHash, { confirmedHash, pubKeyOperator, banHeight });
  });

  it('are those of mainnet, in its order', () => {
    const [latest, ...before] = recorded.cycles;
    const current = [...known.keys()].slice(0, latest!.count);
    const cycles = [latest!, ...before].map((cycle) => {
      const without = new Set(cycle.without);
      const places = [...current.filter((place) => !without.has(place)), ...(cycle.with ?? [])];
      const modifier = sha256d(
        new ByteWriter().u8(LLMQ_60_75).i32(cycle.workHeight).bytes(hexToBytes(cycle.chainLock)).toBytes(),
      );
      return {
        ...cycle,
        masternodes: places.map((place) => known[place]!),
        rank: (candidates: Iterable<Masternode>) => rankByModifier(candidates, modifier),
      };
    });
    const previous = cycles.slice(1).map(({ masternodes, rank, isUsed = '', skipped = [] }) =>
      quarterBySnapshot(MAINNET, rank(masternodes), {
        isUsed: Array.from(isUsed, (bit) => bit === '1'),
        skipped,
      }),
    );
    const { masternodes, rank } = cycles[0]!;
    const { members: quarter } = nextQuarter(MAINNET, masternodes, rank, previous);
    const quorums = joinQuarters(MAINNET, quarter, previous);
    for (const quorum of recorded.quorums.filter(({ quorumIndex }) => CHECKED_QUORUMS.has(quorumIndex))) {
      const bits = (hex: string) => ({ size: MAINNET.size, bytes: hexToBytes(hex) });
      const members = quorums[quorum.quorumIndex]!;
      expect(new Set(members).size).toBe(MAINNET.size);
      const keys = bitsSet(bits(quorum.signers)).map((place) => members[place]!.pubKeyOperator);
      const validMembers = bits(quorum.validMembers);
      const message = commitmentHash({ ...quorum, llmqType: LLMQ_60_75, validMembers });
      expect(verifyAggregatedBls(quorum.membersSig, message, keys)).toBe(true);
    }
  });
});

const hash = (number: number): string => number.toString(16).padStart(64, '0');

/** The order of a cycle. */
const rankBy = (cycle: number) => (candidates: Iterable<Masternode>) =>
  rankByModifier(candidates, new Uint8Array(32).fill(cycle));

const idsOf = (quarter: Members | undefined) =>
  quarter?.map((each) => each.map(({ proTxHash }) => proTxHash));

const enabledOf = (list: readonly Masternode[]) =>
  list.filter(({ banHeight }) => banHeight === undefined).length;

describe('a quarter of a rotated quorum', () => {
  const shape = { size: 4, perCycle: 2 };
  /** The quarters of some cycles, the latest last, each found again by its snapshot for those behind it. */
  function rotate(lists: readonly (readonly Masternode[])[]) {
    const cycles: { quorums: Members; isFoundAgain: boolean; hasQuarter: boolean }[] = [];
    const quarters: (Members | undefined)[] = [];
    for (const [cycle, masternodes] of lists.entries()) {
      const previous: Members[] = [];
      for (const quarter of quarters.slice(-3).toReversed()) {
        if (quarter === undefined) break;
        previous.push(quarter);
      }
      const { members, snapshot } = nextQuarter(shape, masternodes, rankBy(cycle), previous);
      const again = snapshot && quarterBySnapshot(shape, rankBy(cycle)(masternodes), snapshot);
      quarters.push(again);
      cycles.push({
        quorums: joinQuarters(shape, members, previous),
        isFoundAgain: JSON.stringify(idsOf(again)) === JSON.stringify(idsOf(members)),
        hasQuarter: snapshot !== undefined,
      });
    }
    return cycles;
  }

  const anyList = fc
    .uniqueArray(fc.nat(9), { minLength: 5 })
    .chain((numbers) =>
      fc
        .tuple(...numbers.map((number) => fc.constantFrom(number, number, number, -number - 1)))
        .map((signed) =>
          signed.map((number) =>
            number < 0 ? masternode(hash(-number), { banHeight: 7 }) : masternode(hash(number + 1)),
          ),
        ),
    );

  it('is restored from its snapshot, without duplicate members, if there are enough masternodes', () => {
    fc.assert(
      fc.property(fc.array(anyList, { minLength: 1, maxLength: 7 }), (lists) => {
        fc.pre(lists.every((list) => enabledOf(list) > 4));
        for (const { quorums, isFoundAgain, hasQuarter } of rotate(lists)) {
          expect([hasQuarter, isFoundAgain]).toEqual([true, true]);
          for (const members of quorums)
            expect(new Set(members.map(({ proTxHash }) => proTxHash)).size).toBe(members.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['an empty list', []],
    ['a banned masternode', [masternode(hash(1), { banHeight: 7 })]],
  ])('is empty for %s, without a snapshot', (_, masternodes) => {
    const quarter = nextQuarter(shape, masternodes, rankBy(1), []);
    expect(quarter).toEqual({ members: [[], []], snapshot: undefined });
  });

  it('is empty for unconfirmed masternodes', () => {
    const unconfirmed = [1, 2, 3].map((number) => masternode(hash(number), { confirmedHash: ZERO_HASH }));
    expect(nextQuarter(shape, unconfirmed, rankBy(1), []).members).toEqual([[], []]);
  });

  it('excludes current members of the quorum while others are left', () => {
    const list = [1, 2, 3, 4].map((number) => masternode(hash(number)));
    const cycles = rotate([list, list, list, list, list]);
    for (const { quorums } of cycles.slice(3))
      for (const members of quorums) expect(new Set(members).size).toBe(4);
  });

  it("keeps a masternode's state, including keys, from its earlier quarter", () => {
    const [old, young] = ['a', 'b'].map((pubKeyOperator) => masternode(hash(1), { pubKeyOperator }));
    const { members } = nextQuarter({ size: 4, perCycle: 1 }, [young!], rankBy(1), [[[]], [[old!]]]);
    expect(members).toEqual([[]]);
    const other = nextQuarter({ size: 4, perCycle: 2 }, [young!], rankBy(1), [[[], [old!]]]);
    expect(other.members[0]).toEqual([old]);
  });
});
