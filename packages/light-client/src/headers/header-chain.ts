import {
  compactToTarget,
  hexToBytes,
  bytesToHex,
  type BlockHeader,
  type NetworkParameters,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { requiredBits, WAVE_HEADERS, type TimedTarget } from './gravity-wave.js';
import { linkHeader, type BlockPoint } from './link-headers.js';

/** Describes a header of the chain. */
export interface ChainHeader extends BlockPoint {
  readonly header: BlockHeader;
}

interface Node extends ChainHeader {
  /** `undefined` above the locked block. */
  readonly parent: Node | undefined;
  /** Work of all headers above the first block of the chain. */
  readonly work: bigint;
}

/** Describes the options of a {@link HeaderChain}. */
export interface HeaderChainOptions {
  /** Checks the target of each header by the 24 before it; `false` when left out. */
  readonly checkWork?: boolean;
  /** Headers before the start, the newest first, for that check. Without them it begins with the 25th header. */
  readonly before?: readonly TimedTarget[];
}

const HASH_BYTES = 32;
/** Two weeks of mainnet without a ChainLock, on all branches together. */
const MAX_UNLOCKED_HEADERS = 8064;
const ALL_HASHES = 2n ** 256n;

/**
 * Follows headers from a checkpoint: the branch of most work above the highest locked block. Locked headers take 32 bytes each, those above
 * are kept whole, and their number is limited.
 */
export class HeaderChain {
  readonly #network: NetworkParameters;
  readonly #start: BlockPoint;
  readonly #checksWork: boolean;
  /** Hashes of the locked blocks from the start on, in display order. */
  #hashes: Uint8Array;
  #locked: BlockPoint;
  /** Headers up to the locked one, the newest first. */
  #before: readonly TimedTarget[];
  readonly #nodes = new Map<string, Node>();
  #best: Node | undefined;

  constructor(start: BlockPoint, network: NetworkParameters, options: HeaderChainOptions = {}) {
    this.#network = network;
    this.#start = start;
    this.#locked = start;
    this.#hashes = hexToBytes(start.hash);
    this.#checksWork = options.checkWork ?? false;
    this.#before = options.before ?? [];
  }

  /** Returns the last block of the branch of most work; the first that came of several. */
  get tip(): BlockPoint {
    return this.#best ?? this.#locked;
  }

  /** Returns the highest locked block, or the start. */
  get locked(): BlockPoint {
    return this.#locked;
  }

  /** Returns the hash of the block at a height of the branch of most work; `undefined` below the start and above the tip. */
  hashAt(height: number): string | undefined {
    if (height > this.#locked.height) return this.#headerAt(height)?.hash;
    const offset = (height - this.#start.height) * HASH_BYTES;
    return offset < 0 ? undefined : bytesToHex(this.#hashes.subarray(offset, offset + HASH_BYTES));
  }

  /** Returns the header at a height above the locked block, of the branch of most work. */
  headerAt(height: number): BlockHeader | undefined {
    return this.#headerAt(height)?.header;
  }

  /**
   * Adds headers, each behind one that is known; known ones above the locked block are skipped. Returns the last of them. Headers before a wrong one stay.
   * @throws {VerificationError} `header-link` for an unknown parent, `header-work` and `header-target`; `chain-lock-conflict` when there are too many
   *   headers without a ChainLock.
   */
  add(headers: readonly BlockHeader[]): BlockPoint {
    let last: BlockPoint = this.#locked;
    for (const header of headers) last = this.#addOne(header);
    return last;
  }

  /**
   * Makes a block and its ancestors final: branches without it are dropped.
   * @throws {VerificationError} `chain-lock-conflict` for a block that conflicts with a locked one, `header-link` for an unknown block.
   */
  lock({ height, hash }: BlockPoint): void {
    if (height <= this.#locked.height) {
      if (this.hashAt(height) === hash || height < this.#start.height) return;
      throw new VerificationError(
        'chain-lock-conflict',
        `block ${hash} at ${height} conflicts with a locked block`,
      );
    }
    const node = this.#nodes.get(hash);
    if (node?.height !== height)
      throw new VerificationError('header-link', `block ${hash} at ${height} is not among the headers`);
    const path = pathTo(node);
    this.#hashes = grown(this.#hashes, path);
    this.#before = recent(node, this.#before);
    this.#locked = { height, hash };
    this.#prune(node);
  }

  /** Drops all headers above the locked block: they can be added again. */
  dropUnlocked(): void {
    this.#nodes.clear();
    this.#best = undefined;
  }

  #addOne(header: BlockHeader): BlockPoint {
    const parent = this.#nodes.get(header.previousBlockHash);
    const place: BlockPoint = parent ?? this.#locked;
    const hash = linkHeader(place, header, this.#network);
    const known = this.#nodes.get(hash);
    if (known !== undefined) return known;
    if (this.#nodes.size >= MAX_UNLOCKED_HEADERS) {
      throw new VerificationError(
        'chain-lock-conflict',
        `more than ${MAX_UNLOCKED_HEADERS} headers above the last ChainLock`,
      );
    }
    if (this.#checksWork) this.#requireTarget(parent, header, place.height + 1);
    const { target } = compactToTarget(header.bits);
    const work = (parent?.work ?? 0n) + ALL_HASHES / (target + 1n);
    const node: Node = { height: place.height + 1, hash, header, parent, work };
    this.#nodes.set(hash, node);
    if (this.#best === undefined || work > this.#best.work) this.#best = node;
    return node;
  }

  #requireTarget(parent: Node | undefined, header: BlockHeader, height: number): void {
    const { work } = this.#network;
    if (work.gravityWaveFrom === undefined || height < work.gravityWaveFrom) return;
    const before = recent(parent, this.#before);
    if (before.length < WAVE_HEADERS) return;
    const bits = requiredBits(before, header.time, work);
    if (bits !== header.bits) {
      throw new VerificationError(
        'header-target',
        `header ${height} has the target 0x${header.bits.toString(16)}, not 0x${bits.toString(16)}`,
      );
    }
  }

  #headerAt(height: number): Node | undefined {
    let node = this.#best;
    while (node !== undefined && node.height > height) node = node.parent;
    return node?.height === height ? node : undefined;
  }

  /** Keeps the descendants of a node that was locked. */
  #prune(locked: Node): void {
    const kept = new Map<string, Node>();
    this.#best = undefined;
    // Parents come before their children.
    for (const node of this.#nodes.values()) {
      const parent = node.parent && kept.get(node.parent.hash);
      if (node.parent?.hash !== locked.hash && parent === undefined) continue;
      const copy = { ...node, parent };
      kept.set(node.hash, copy);
      if (this.#best === undefined || copy.work > this.#best.work) this.#best = copy;
    }
    this.#nodes.clear();
    for (const [hash, node] of kept) this.#nodes.set(hash, node);
  }
}

/** Returns the nodes from the one above the locked block to a node. */
function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) path.push(at);
  return path.toReversed();
}

/** Returns up to 24 headers that end with a node, the newest first. */
function recent(last: Node | undefined, before: readonly TimedTarget[]): TimedTarget[] {
  const newest: TimedTarget[] = [];
  for (let at = last; at !== undefined && newest.length < WAVE_HEADERS; at = at.parent)
    newest.push({ time: at.header.time, bits: at.header.bits });
  return [...newest, ...before].slice(0, WAVE_HEADERS);
}

function grown(hashes: Uint8Array, path: readonly Node[]): Uint8Array {
  const longer = new Uint8Array(hashes.length + path.length * HASH_BYTES);
  longer.set(hashes);
  for (const [at, { hash }] of path.entries()) longer.set(hexToBytes(hash), hashes.length + at * HASH_BYTES);
  return longer;
}
