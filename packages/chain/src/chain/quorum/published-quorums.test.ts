import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { loadPeerBls } from '../../../test/peer-bls.js';
import { bitsSet } from '../../base/bytes/bit-set.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { displayHash, hexToBytes, ZERO_HASH } from '../../base/bytes/hex.js';
import { verifyAggregatedBls } from '../../base/crypto/bls-aggregate.js';
import { verifyBls } from '../../base/crypto/bls.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { finalCommitmentFromDiff } from '../../primitives/masternode/diff-quorum.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import type { QuorumCommitmentJson } from '../../primitives/masternode/masternode-list-diff.js';
import { quorumListRoot } from '../../primitives/masternode/quorum-list-root.js';
import { decodeChainLock, encodeChainLock, verifyChainLock } from '../../rules/signing/chain-lock.js';
import { commitmentHash } from './commitment-hash.js';
import {
  decodeInstantLock,
  encodeInstantLock,
  instantLockSignHash,
  verifyInstantLock,
} from '../../rules/signing/instant-lock.js';
import { rankByModifier } from './quorum-modifier.js';
import { chainLockRequestId } from '../../rules/signing/sign-hash.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

interface Network {
  readonly merkleRootQuorums: string;
  readonly masternodes: readonly {
    readonly proRegTxHash: string;
    readonly confirmedHash: string;
    readonly pubKeyOperator: string;
    readonly isValid: boolean;
    readonly nType: number;
  }[];
  readonly newQuorums: readonly QuorumCommitmentJson[];
}

interface Published {
  readonly regtestWithChainLock: Network & { readonly chainLock: string };
  readonly regtestWithInstantLock: Network & { readonly instantLockWithoutCycle: string };
  readonly devnet: Network & { readonly instantLock: string };
  readonly mainnet: {
    readonly instantLock: string;
    readonly quorum: { readonly llmqType: number; readonly quorumHash: string };
    readonly signHash: string;
    readonly chainLockRequestIds: Readonly<Record<string, string>>;
  };
}

const file = new URL('../../../../../fixtures/quorums/published.json', import.meta.url);
const published: Published = JSON.parse(readFileSync(file, 'utf8'));
const { regtestWithChainLock, regtestWithInstantLock, devnet, mainnet } = published;
const networks: readonly [string, Network][] = [
  ['a regtest network', regtestWithChainLock],
  ['another regtest network', regtestWithInstantLock],
  ['a devnet', devnet],
];
const ofType = (network: Network, type: number) =>
  network.newQuorums.filter(({ llmqType }) => llmqType === type);
const flipped = (hex: string, at: number): string =>
  hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);

describe.each(networks)('published quorums of %s', (_, network) => {
  const commitments = network.newQuorums.map((quorum) => finalCommitmentFromDiff(quorum));

  it('have the root in the coinbase', () => {
    expect(quorumListRoot(commitments)).toBe(network.merkleRootQuorums);
  });

  it('signed their commitments', () => {
    for (const commitment of commitments) {
      const { quorumSig, quorumPublicKey } = commitment;
      expect(verifyBls(quorumSig, commitmentHash(commitment), quorumPublicKey)).toBe(true);
    }
  });
});

describe('quorum members', () => {
  const DEVNET_CHAIN = 101;
  const DEVNET_PLATFORM = 107;
  const MEMBERS = 12;
  const EVO = 1;

  it('of quorums of all masternodes signed together', async () => {
    const peer = await loadPeerBls();
    for (const network of [regtestWithChainLock, regtestWithInstantLock]) {
      const keys = network.masternodes.map(({ pubKeyOperator }) => pubKeyOperator);
      for (const quorum of network.newQuorums.slice(0, 2)) {
        const message = commitmentHash(finalCommitmentFromDiff(quorum));
        expect(verifyAggregatedBls(quorum.membersSig, message, keys)).toBe(true);
        expect(verifyAggregatedBls(quorum.membersSig, message, keys.slice(1))).toBe(false);
        expect(peer.verifyAggregated(quorum.membersSig, message, keys)).toBe(true);
        expect(peer.verifyAggregated(quorum.membersSig, message, keys.slice(1))).toBe(false);
      }
    }
  });

  /** Before V20 the quorum's own block decides who its members are. */
  function chosen({ llmqType, quorumHash }: FinalCommitment): string[] {
    const modifier = sha256d(new ByteWriter().u8(llmqType).hash(quorumHash).toBytes());
    const candidates = devnet.masternodes
      .filter(({ nType }) => llmqType !== DEVNET_PLATFORM || nType === EVO)
      .map(({ proRegTxHash, confirmedHash, isValid, pubKeyOperator }) => ({
        proTxHash: proRegTxHash,
        confirmedHash,
        banHeight: isValid ? undefined : 1,
        pubKeyOperator,
      }));
    const ranked = rankByModifier(candidates, modifier);
    return ranked.slice(0, MEMBERS).map(({ pubKeyOperator }) => pubKeyOperator);
  }

  it.each([...ofType(devnet, DEVNET_CHAIN), ...ofType(devnet, DEVNET_PLATFORM)])(
    'are those chosen by score: quorum $llmqType $quorumHash',
    (quorum) => {
      const commitment = finalCommitmentFromDiff(quorum, MEMBERS);
      const keys = chosen(commitment);
      const signers = bitsSet(commitment.signers).map((place) => keys[place]!);
      expect(verifyAggregatedBls(quorum.membersSig, commitmentHash(commitment), signers)).toBe(true);
    },
  );
});

describe('a ChainLock of a regtest network', () => {
  const bytes = hexToBytes(regtestWithChainLock.chainLock);
  const chainLock = decodeChainLock(bytes);
  const quorums = ofType(regtestWithChainLock, 100);

  it('is valid for the quorum selected for its height', () => {
    expect(chainLock.height).toBe(1407);
    expect(verifyChainLock(chainLock, quorums)).toBe(true);
    expect(verifyChainLock(chainLock, quorums.toReversed())).toBe(true);
    expect(encodeChainLock(chainLock)).toEqual(bytes);
  });

  it.each([
    ['another height', { ...chainLock, height: 1408 }],
    ['another block', { ...chainLock, hash: flipped(chainLock.hash, 63) }],
    ['another signature', { ...chainLock, signature: flipped(chainLock.signature, 191) }],
    ['no signature', { ...chainLock, signature: '00'.repeat(96) }],
    ['half a signature', { ...chainLock, signature: 'ab' }],
    ['an invalid height', { ...chainLock, height: -1 }],
    ['a height with a fraction', { ...chainLock, height: 1.5 }],
    ['an invalid hash', { ...chainLock, hash: 'ab' }],
  ])('is invalid with %s', (_, wrong) => {
    expect(verifyChainLock(wrong, quorums)).toBe(false);
  });

  it('is invalid without quorums or with those of another type', () => {
    expect(verifyChainLock(chainLock, [])).toBe(false);
    expect(verifyChainLock(chainLock, ofType(regtestWithChainLock, 106))).toBe(false);
  });

  it.each([
    ['cut short', bytes.slice(0, -1)],
    ['with a byte behind it', Uint8Array.of(...bytes, 0)],
  ])('is rejected %s', (_, damaged) => {
    expect(() => decodeChainLock(damaged)).toThrow(expect.objectContaining({ name: 'MalformedBytesError' }));
  });

  it.each(Object.entries(mainnet.chainLockRequestIds))(
    'has the recorded request id at height %s',
    (height, id) => {
      expect(chainLockRequestId(Number(height))).toBe(id);
    },
  );
});

describe('an InstantSend lock', () => {
  const bytes = hexToBytes(devnet.instantLock);
  const lock = decodeInstantLock(bytes);
  const quorums = ofType(devnet, 105);
  const [input] = lock.inputs;

  it('of a devnet is valid for the selected rotated quorum', () => {
    expect(verifyInstantLock(lock, quorums)).toBe(true);
    expect(verifyInstantLock(lock, quorums.toReversed())).toBe(true);
    expect(encodeInstantLock(lock)).toEqual(bytes);
  });

  it('of a regtest network without rotation is valid', () => {
    const old = hexToBytes(regtestWithInstantLock.instantLockWithoutCycle);
    const [before, signature] = [old.subarray(0, -96), old.subarray(-96)];
    const withCycle = Uint8Array.of(1, ...before, ...new Uint8Array(32), ...signature);
    expect(verifyInstantLock(decodeInstantLock(withCycle), ofType(regtestWithInstantLock, 104))).toBe(true);
  });

  it('of mainnet has the sign hash of Dash Core', () => {
    const known = decodeInstantLock(hexToBytes(mainnet.instantLock));
    expect(displayHash(instantLockSignHash(known, mainnet.quorum))).toBe(mainnet.signHash);
  });

  it.each([
    ['another transaction', { ...lock, txid: flipped(lock.txid, 63) }],
    ['no transaction', { ...lock, txid: ZERO_HASH }],
    ['another output', { ...lock, inputs: [{ ...input!, index: 1 }] }],
    ['no inputs', { ...lock, inputs: [] }],
    ['an input twice', { ...lock, inputs: [input!, input!] }],
    ['an invalid index', { ...lock, inputs: [{ ...input!, index: -1 }] }],
    ['an invalid id', { ...lock, inputs: [{ ...input!, txid: 'ab' }] }],
    ['another signature', { ...lock, signature: flipped(lock.signature, 191) }],
  ])('fails verification with %s', (_, wrong) => {
    expect(verifyInstantLock(wrong, quorums)).toBe(false);
  });

  it('is invalid if the selected quorum is unknown', () => {
    const signers = quorums.filter((quorum) => verifyInstantLock(lock, [quorum]));
    expect(signers).toHaveLength(1);
    expect(verifyInstantLock(lock, [])).toBe(false);
  });

  it.each([
    ['the version is unknown', bytes.with(0, 2)],
    ['cut short', bytes.slice(0, -1)],
    ['it claims more inputs than bytes', bytes.with(1, 200)],
  ])('is rejected when %s', (_, damaged) => {
    expect(() => decodeInstantLock(damaged)).toThrow(
      expect.objectContaining({ name: 'MalformedBytesError' }),
    );
  });
});
