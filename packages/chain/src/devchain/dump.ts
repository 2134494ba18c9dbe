import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import { decodeBlock } from '../primitives/block/block.js';
import { readAll } from '../base/bytes/byte-reader.js';
import { ByteWriter } from '../base/bytes/byte-writer.js';
import { bytesToHex } from '../base/bytes/hex.js';
import { MalformedBytesError } from '../base/bytes/malformed-bytes-error.js';
import { ancestorAt, type ChainBlock } from '../chain/block-tree/chain-block.js';
import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { FinalCommitment } from '../primitives/masternode/final-commitment.js';
import { INSTANT_LOCK_QUORUMS } from '../rules/consensus/quorum-types.js';
import { RejectionError } from '../rules/consensus/rejection-error.js';
import { sizeBlock, sizeTransaction } from '../rules/consensus/sized-block.js';
import { sha256 } from '../base/crypto/hashes.js';
import { inTwoWays, runAtOnce, type Steps } from '../base/event-loop/in-turns.js';
import { checkForMempool, mempoolScriptSteps } from '../chain/mempool/accept.js';
import { encodeChainLock } from '../rules/signing/chain-lock.js';
import { isChainLockOf } from '../chain/quorum/coinbase-chain-lock.js';
import { encodeInstantLock, verifyInstantLock, type InstantLock } from '../rules/signing/instant-lock.js';
import { decodeTransaction, encodeTransaction } from '../primitives/transaction/transaction.js';
import { readHeader, writeHeader, type DumpHeader } from './dump-header.js';
import { readParticulars, type Particulars } from './dump-particulars.js';
import type { LocalNode } from './local-node.js';
import { ControlRejectedError } from './control-rejected-error.js';

/*
 * A dump is a line of JSON, which says what follows, and compressed bytes: the particulars as JSON, then the blocks, then the
 * transactions that wait.
 */

/** Describes the contents of a dump. */
export interface DumpContents extends Particulars {
  /** Every block but the genesis block, serialised, parents first. */
  readonly blocks: readonly Uint8Array[];
  /** Serialised, each behind those it spends outputs of. */
  readonly transactions: readonly Uint8Array[];
}

/** Blocks repeat themselves so much that the fastest level makes them a fifth. */
const COMPRESSION = { level: 1 };
const BLOCKS_PER_STEP = 100;
const deflateInThread = promisify<Uint8Array, typeof COMPRESSION, Buffer>(deflate);
const inflateInThread = promisify<Uint8Array, { readonly maxOutputLength: number }, Buffer>(inflate);

/** Writes a dump of all of a chain in steps. The first step reads all that can change. */
export function* dumpSteps(node: LocalNode): Steps<Uint8Array> {
  const tip = tipOf(node);
  const body = yield* bodySteps(node);
  const compressed = yield* inTwoWays<Uint8Array>(
    () => deflateSync(body, COMPRESSION),
    () => deflateInThread(body, COMPRESSION),
  );
  return joinDump(tip, body.length, compressed);
}

function tipOf({ chain: { tip } }: LocalNode): Pick<DumpHeader, 'height' | 'tip'> {
  return { height: tip.height, tip: tip.hash };
}

function joinDump(tip: Pick<DumpHeader, 'height' | 'tip'>, size: number, compressed: Uint8Array): Uint8Array {
  const header = writeHeader({ ...tip, size, sha256: bytesToHex(sha256(compressed)) });
  return Buffer.concat([header, compressed]);
}

/** Writes the body of a dump in steps. The first step reads all that can change. */
function* bodySteps({ chain, mempool, settings, keyRing }: LocalNode): Generator<undefined, Uint8Array> {
  const { chainLock } = chain;
  const particulars = {
    mnemonic: keyRing.mnemonic,
    settings,
    tip: chain.tip.hash,
    invalidated: chain.invalidated().map(({ hash }) => hash),
    chainLock: chainLock && bytesToHex(encodeChainLock(chainLock)),
    instantLocks: Array.from(mempool.instantLocks, (lock) => bytesToHex(encodeInstantLock(lock))),
  };
  const blocks = [...chain.blocks()].slice(1);
  const entries = [...mempool.entries()];
  const writer = new ByteWriter().varBytes(new TextEncoder().encode(JSON.stringify(particulars)));
  writer.compactSize(blocks.length);
  for (const [index, { serialized }] of blocks.entries()) {
    if (index > 0 && index % BLOCKS_PER_STEP === 0) yield;
    writer.varBytes(serialized);
  }
  return writer
    .list(entries, (each, { transaction }) => each.varBytes(encodeTransaction(transaction)))
    .toBytes();
}

/**
 * Reads a dump; its blocks are validated when they are added to a chain.
 * @throws {ControlRejectedError} `dump-not-recognised`, `dump-version`, `dump-corrupted`
 */
export function readDump(dump: Uint8Array): DumpContents {
  return runAtOnce(readDumpSteps(dump));
}

/**
 * Reads a dump as {@link readDump} does, in steps.
 * @throws {ControlRejectedError} as {@link readDump}
 */
export function* readDumpSteps(dump: Uint8Array): Steps<DumpContents> {
  const { header, compressed } = checkDump(dump);
  const limits = { maxOutputLength: header.size };
  try {
    const body = yield* inTwoWays<Uint8Array>(
      () => inflateSync(compressed, limits),
      () => inflateInThread(compressed, limits),
    );
    return readBody(body);
  } catch (error) {
    throw damageOf(error);
  }
}

function checkDump(dump: Uint8Array): { readonly header: DumpHeader; readonly compressed: Uint8Array } {
  const { header, body: compressed } = readHeader(dump);
  if (bytesToHex(sha256(compressed)) !== header.sha256) {
    throw new ControlRejectedError('dump-corrupted', {
      expected: 'a dump with all its bytes as they were written',
      found: 'others: the file is cut short or changed',
      fix: 'start without it, or delete it; where the chain still runs, dump it again',
    });
  }
  return { header, compressed };
}

function readBody(body: Uint8Array): DumpContents {
  return readAll(Uint8Array.from(body), (reader) => {
    const particulars = readParticulars(JSON.parse(Buffer.from(reader.varBytes()).toString()));
    const blocks = reader.list(1, (each) => each.varBytes());
    const transactions = reader.list(1, (each) => each.varBytes());
    return { ...particulars, blocks, transactions };
  });
}

/** Rejects a dump of another mnemonic than the requested one. @throws {ControlRejectedError} `dump-of-other-mnemonic` */
export function rejectOtherMnemonic(wanted: string | undefined, mnemonic: string): void {
  if (wanted === undefined || wanted === mnemonic) return;
  throw new ControlRejectedError('dump-of-other-mnemonic', {
    expected: 'a dump of a chain with the given mnemonic',
    found: 'one with another mnemonic',
    fix: 'omit the mnemonic: the dump contains its own',
  });
}

/**
 * Restores the chain of a dump, a block in each step. Every block goes through all rules; signatures are only checked where that is
 * requested, since the checksum covers the dump.
 * @param node a chain that begins as the one in the dump
 * @throws {ControlRejectedError} `dump-corrupted`
 */
export function* restoreDump(
  node: LocalNode,
  contents: DumpContents,
  checkSignatures: boolean,
): Generator<undefined, void> {
  try {
    yield* restoreSteps(node, contents, checkSignatures);
  } catch (error) {
    throw damageOf(error);
  }
}

function* restoreSteps(
  node: LocalNode,
  contents: DumpContents,
  checkSignatures: boolean,
): Generator<undefined, void> {
  const { chain, mempool } = node;
  node.trustsScripts = !checkSignatures;
  for (const serialized of contents.blocks.slice(knownBlocks(node, contents))) {
    const block = sizeBlock(decodeBlock(serialized));
    chain.accept(block, checkSignatures ? yield* chain.scriptSteps(block) : undefined);
    yield;
  }
  for (const hash of contents.invalidated) {
    const block = chain.block(hash);
    if (block === undefined) throw new RangeError(`no block ${hash}`);
    chain.invalidate(block);
  }
  node.forgetAbandoned();
  for (const serialized of contents.transactions) {
    const subject = sizeTransaction(decodeTransaction(serialized));
    const leniency = { anyFee: true, scriptsAreChecked: !checkSignatures, isWaiting: true };
    if (checkSignatures) yield* mempoolScriptSteps(subject, chain, mempool, leniency);
    mempool.add(checkForMempool(subject, chain, mempool, leniency));
    yield;
  }
  restoreLocks(node, contents, checkSignatures);
  if (chain.tip.hash !== contents.tip) throw new RangeError(`the tip is ${chain.tip.hash}`);
  node.trustsScripts = false;
  node.settings = contents.settings;
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

/** Returns whether a lock was signed by a quorum of the cycle that it names, in the best chain or on a branch that was left since. */
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

/** Converts an error over damaged bytes to a rejection; returns others, which are bugs of ours, unchanged. */
function damageOf(error: unknown): unknown {
  const isDamage = DAMAGE.some((kind) => error instanceof kind) || isZlibError(error);
  return isDamage && error instanceof Error ? corrupted('a chain that is valid', error.message) : error;
}

const DAMAGE = [MalformedBytesError, RejectionError, SyntaxError, RangeError] as const;

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function corrupted(expected: string, found: string): ControlRejectedError {
  return new ControlRejectedError('dump-corrupted', { expected, found, fix: 'dump the chain again' });
}

/** Returns how many of a dump's blocks, from the first on, a chain has that was mined here. */
export function knownBlocks({ chain }: Pick<LocalNode, 'chain'>, { blocks }: DumpContents): number {
  const differs = blocks.findIndex((serialized, i) => {
    const own = chain.blockAt(i + 1)?.serialized;
    return own === undefined || Buffer.compare(own, serialized) !== 0;
  });
  return differs < 0 ? blocks.length : differs;
}
