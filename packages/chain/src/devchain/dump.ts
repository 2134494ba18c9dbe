import { deflateSync, inflateSync } from 'node:zlib';
import { decodeBlock } from '../block/block.js';
import { readAll } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { bytesToHex } from '../bytes/hex.js';
import { MalformedBytes } from '../bytes/malformed-bytes.js';
import { ancestorAt, type ChainBlock } from '../chainstate/chain-block.js';
import type { ChainState } from '../chainstate/chain-state.js';
import type { FinalCommitment } from '../masternode/final-commitment.js';
import { INSTANT_LOCK_QUORUMS } from '../consensus/quorum-types.js';
import { Rejection } from '../consensus/rejection.js';
import { sizeBlock, sizeTransaction } from '../consensus/sized-block.js';
import { sha256 } from '../crypto/hashes.js';
import { checkForMempool } from '../mempool/accept.js';
import { encodeChainLock } from '../quorum/chain-lock.js';
import { isChainLockOf } from '../quorum/coinbase-chain-lock.js';
import { encodeInstantLock, verifyInstantLock, type InstantLock } from '../quorum/instant-lock.js';
import { decodeTransaction, encodeTransaction } from '../transaction/transaction.js';
import { readHeader, writeHeader } from './dump-header.js';
import { readParticulars, type Particulars } from './dump-particulars.js';
import type { LocalNode } from './local-node.js';
import { RefusedControl } from './refused-control.js';

/*
 * A dump is a line of JSON, which says what follows, and compressed bytes: the particulars as JSON, then the blocks, then the
 * transactions that wait.
 */

/** What is in a dump. */
export interface DumpContents extends Particulars {
  /** Every block but the genesis block, serialised, each behind the one it stands on. */
  readonly blocks: readonly Uint8Array[];
  /** Serialised, each behind those it spends outputs of. */
  readonly transactions: readonly Uint8Array[];
}

/** Blocks repeat themselves so much that the fastest level makes them a fifth. */
const COMPRESSION = { level: 1 };

/** All of a chain, as bytes. */
export function writeDump({ chain, mempool, settings, keyRing }: LocalNode): Uint8Array {
  const { chainLock } = chain;
  const particulars = {
    mnemonic: keyRing.mnemonic,
    settings,
    tip: chain.tip.hash,
    invalidated: chain.invalidated().map(({ hash }) => hash),
    chainLock: chainLock && bytesToHex(encodeChainLock(chainLock)),
    instantLocks: Array.from(mempool.instantLocks, (lock) => bytesToHex(encodeInstantLock(lock))),
  };
  const blocks = Array.from(chain.blocks(), ({ serialized }) => serialized).slice(1);
  const transactions = Array.from(mempool.entries(), ({ transaction }) => encodeTransaction(transaction));
  const body = new ByteWriter()
    .varBytes(new TextEncoder().encode(JSON.stringify(particulars)))
    .list(blocks, writeBytes)
    .list(transactions, writeBytes)
    .toBytes();
  const compressed = deflateSync(body, COMPRESSION);
  const header = writeHeader({
    height: chain.tip.height,
    tip: chain.tip.hash,
    size: body.length,
    sha256: bytesToHex(sha256(compressed)),
  });
  return Buffer.concat([header, compressed]);
}

/**
 * Reads a dump; whether its blocks are valid is seen when they are put on a chain.
 * @throws {RefusedControl} `dump-not-recognised`, `dump-version`, `dump-corrupted`
 */
export function readDump(dump: Uint8Array): DumpContents {
  const { header, body: compressed } = readHeader(dump);
  if (bytesToHex(sha256(compressed)) !== header.sha256) {
    throw new RefusedControl('dump-corrupted', {
      expected: 'a dump with all its bytes as they were written',
      found: 'others: the file is cut short or changed',
      mend: 'start without it, or delete it; where the chain still runs, dump it again',
    });
  }
  return refusingDamage(() => {
    const body = inflateSync(compressed, { maxOutputLength: header.size });
    return readAll(Uint8Array.from(body), (reader) => {
      const particulars = readParticulars(JSON.parse(Buffer.from(reader.varBytes()).toString()));
      const blocks = reader.list(1, (each) => each.varBytes());
      const transactions = reader.list(1, (each) => each.varBytes());
      return { ...particulars, blocks, transactions };
    });
  });
}

/** @throws {RefusedControl} `dump-of-other-words` when a dump is not of the words that were asked for */
export function refuseOtherWords(wanted: string | undefined, mnemonic: string): void {
  if (wanted === undefined || wanted === mnemonic) return;
  throw new RefusedControl('dump-of-other-words', {
    expected: 'a dump of a chain of the words that were given',
    found: 'one of other words',
    mend: 'give no words: the dump has its own',
  });
}

/**
 * Makes a chain what it was when it was dumped. Every block goes through all rules; signatures are only checked where that is
 * asked for, since the checksum holds the dump together.
 * @param node a chain that begins as the one in the dump
 * @throws {RefusedControl} `dump-corrupted`
 */
export function restoreDump(node: LocalNode, contents: DumpContents, checkSignatures: boolean): void {
  const { chain, mempool } = node;
  refusingDamage(() => {
    node.trustsScripts = !checkSignatures;
    for (const serialized of contents.blocks.slice(knownBlocks(node, contents))) {
      chain.accept(sizeBlock(decodeBlock(serialized)));
    }
    for (const hash of contents.invalidated) {
      const block = chain.block(hash);
      if (block === undefined) throw new RangeError(`no block ${hash}`);
      chain.invalidate(block);
    }
    node.forgetAbandoned();
    for (const serialized of contents.transactions) {
      const subject = sizeTransaction(decodeTransaction(serialized));
      mempool.add(
        checkForMempool(subject, chain, mempool, {
          anyFee: true,
          scriptsAreChecked: !checkSignatures,
          isWaiting: true,
        }),
      );
    }
    restoreLocks(node, contents, checkSignatures);
    if (chain.tip.hash !== contents.tip) throw new RangeError(`the tip is ${chain.tip.hash}`);
    node.trustsScripts = false;
    node.settings = contents.settings;
  });
}

function restoreLocks(
  { chain, mempool }: LocalNode,
  { chainLock, instantLocks }: DumpContents,
  checkSignatures: boolean,
): void {
  if (chainLock !== undefined) {
    chain.lock(chainLock);
    const block = chain.blockAt(chainLock.height);
    const isSigned = block !== undefined && isChainLockOf(block, chainLock.signature);
    if (checkSignatures && !isSigned) throw new RangeError(`no ChainLock of block ${chainLock.hash}`);
  }
  for (const lock of instantLocks) {
    if (checkSignatures && !isInstantLockOn(chain, lock)) throw new RangeError(`no lock of ${lock.txid}`);
    mempool.instantLocks = mempool.instantLocks.with(lock);
  }
}

/** Whether a lock was signed by a quorum of the cycle that it names, in the best chain or on a branch that was left since. */
function isInstantLockOn(chain: ChainState, lock: InstantLock): boolean {
  const cycle = chain.block(lock.cycleHash);
  if (cycle === undefined) return false;
  const ends = chain.isInBestChain(cycle) ? [chain.tip] : [...chain.blocks()].toReversed();
  const end = ends.find(
    (block) => quorumsOf(block, cycle).length > 0 && ancestorAt(block, cycle.height) === cycle,
  );
  return end !== undefined && verifyInstantLock(lock, quorumsOf(end, cycle));
}

function quorumsOf({ connected }: ChainBlock, cycle: ChainBlock): FinalCommitment[] {
  const made = connected?.quorums.madeFrom(INSTANT_LOCK_QUORUMS, cycle.height) ?? [];
  return made.map(({ commitment }) => commitment);
}

/** Runs what reads a dump. What it throws over damaged bytes becomes a refusal; only a mistake of ours goes on. */
function refusingDamage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isDamage = DAMAGE.some((kind) => error instanceof kind) || isZlibError(error);
    throw isDamage && error instanceof Error ? corrupted('a chain that is valid', error.message) : error;
  }
}

const DAMAGE = [MalformedBytes, Rejection, SyntaxError, RangeError] as const;

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function corrupted(expected: string, found: string): RefusedControl {
  return new RefusedControl('dump-corrupted', { expected, found, mend: 'dump the chain again' });
}

/** How many of a dump's blocks, from the first on, a chain has that was mined here. */
export function knownBlocks({ chain }: Pick<LocalNode, 'chain'>, { blocks }: DumpContents): number {
  const differs = blocks.findIndex((serialized, i) => {
    const own = chain.blockAt(i + 1)?.serialized;
    return own === undefined || Buffer.compare(own, serialized) !== 0;
  });
  return differs < 0 ? blocks.length : differs;
}

function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writer.varBytes(bytes);
}
