import { readSync } from 'node:fs';

/** Describes the newest meta page of an LMDB file. */
export interface LmdbMeta {
  readonly transaction: bigint;
  /** Bytes. */
  readonly pageSize: number;
  readonly lastPage: number;
  /** The pages where the list of free pages and the entries begin. */
  readonly roots: readonly bigint[];
}

/**
 * Describes the layout of a file of LMDB, in the order of the bytes of this machine, which LMDB runs on where it is little-endian.
 *
 * Source: `MDB_page_header`, `MDB_node`, `MDB_ovpage`, `MDB_db` and `MDB_meta` in `mdb.c` of LMDB.
 */
const META = {
  magic: 24,
  version: 28,
  pageSize: 48,
  freeRoot: 88,
  root: 136,
  lastPage: 144,
  transaction: 152,
  end: 160,
};
const MAGIC = 0xbeef_c0de;
const VERSION = 2;
const [MIN_PAGE, MAX_PAGE] = [256, 65_536];

const PAGE = { flags: 18, nodesEnd: 20, nodes: 24 };
const [IS_BRANCH, IS_LEAF] = [1, 2];
const NODE = { low: 0, high: 2, flags: 4, keySize: 6, key: 8 };
const IS_ELSEWHERE = 1;
const OVERFLOW = { page: 0, pages: 16 };
/** The root of an empty tree. */
const NO_PAGE = 2n ** 64n - 1n;

/** Returns the newest state of an open file; nothing when it is none of LMDB. It begins in one of three places, by turns. */
export function newestMeta(file: number): LmdbMeta | undefined {
  const first = metaAt(file, 0);
  if (first === undefined) return undefined;
  let newest = first;
  for (const at of [first.pageSize / 2, first.pageSize]) {
    const meta = metaAt(file, at);
    if (meta !== undefined && meta.transaction > newest.transaction) newest = meta;
  }
  return newest;
}

function metaAt(file: number, at: number): LmdbMeta | undefined {
  const bytes = Buffer.alloc(META.end);
  if (readSync(file, bytes, 0, META.end, at) < META.end) return undefined;
  const pageSize = bytes.readUInt32LE(META.pageSize);
  const isMeta =
    bytes.readUInt32LE(META.magic) === MAGIC &&
    bytes.readUInt16LE(META.version) === VERSION &&
    pageSize >= MIN_PAGE &&
    pageSize <= MAX_PAGE;
  if (!isMeta) return undefined;
  return {
    transaction: bytes.readBigUInt64LE(META.transaction),
    pageSize,
    lastPage: Number(bytes.readBigUInt64LE(META.lastPage)),
    roots: [META.freeRoot, META.root].map((place) => bytes.readBigUInt64LE(place)),
  };
}

/** Returns whether all pages that a state refers to, from its roots on, are among the first ones of the file. */
export function areAllPagesWithin(file: number, { pageSize, roots }: LmdbMeta, pages: number): boolean {
  const open = roots.filter((root) => root !== NO_PAGE).map(Number);
  // No page has more than one that refers to it.
  for (let seen = 0; seen <= pages; seen += 1) {
    const page = open.pop();
    if (page === undefined) return true;
    if (page >= pages) return false;
    const bytes = Buffer.alloc(pageSize);
    readSync(file, bytes, 0, pageSize, page * pageSize);
    const flags = bytes.readUInt16LE(PAGE.flags);
    if ((flags & (IS_BRANCH | IS_LEAF)) === 0) return false;
    for (const node of nodesOf(bytes)) {
      const nodeFlags = bytes.readUInt16LE(node + NODE.flags);
      if ((flags & IS_BRANCH) !== 0)
        open.push(
          bytes.readUInt16LE(node + NODE.low) +
            bytes.readUInt16LE(node + NODE.high) * 2 ** 16 +
            nodeFlags * 2 ** 32,
        );
      else if ((nodeFlags & IS_ELSEWHERE) !== 0) {
        const at = node + NODE.key + bytes.readUInt16LE(node + NODE.keySize);
        const end = bytes.readBigUInt64LE(at + OVERFLOW.page) + bytes.readBigUInt64LE(at + OVERFLOW.pages);
        if (end > pages) return false;
      }
    }
  }
  return false;
}

/** Returns the offsets of the nodes in a page, without impossible ones. */
function nodesOf(page: Buffer): number[] {
  const count = Math.min(page.readUInt16LE(PAGE.nodesEnd), page.length - PAGE.nodes) >> 1;
  const places = Array.from(
    { length: count },
    (_, at) => PAGE.nodes + page.readUInt16LE(PAGE.nodes + 2 * at),
  );
  return places.filter((place) => place + NODE.key <= page.length);
}
