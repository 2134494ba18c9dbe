import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import {
  networkOfLists,
  type RecordedCheck,
  type RecordedData,
  type RecordedHeaders,
} from '@dapikit/light-client';
import { BLOCK_HEADER_SIZE, NETWORKS, type NetworkParameters } from '@dapikit/chain';
import { readBounded } from '../input/read-bounded.js';
import { FileError, withFile } from '../program/file-error.js';
import { UsageError } from '../program/option.js';

/** Describes the files of a folder of recorded data. */
export interface RecordedFolder {
  /** The data; `undefined` where none can be checked, as `files` says. */
  readonly data: RecordedData | undefined;
  /** Results of files that are damaged, or of another network. */
  readonly files: readonly RecordedCheck[];
}

const MAX_FILE_BYTES = 512 * 1024 * 1024;
const VERSION_BYTES = 4;
const HASH_BYTES = 32;
/** The first bytes of a compressed file. */
const GZIP = [0x1f, 0x8b];
const DIFFS = ['diffs.jsonl.gz', 'diffs.jsonl'];
const HEADERS = /^(?:(?:.*-)?(\d+)|headers)\.bin$/;

/**
 * Reads a folder of recorded data: `diffs.jsonl.gz` or `diffs.jsonl`, and where they are there `chain-locks.json`, `hops.json`, `expected.json` and headers
 * (`*-<first height>.bin` or `headers.bin`, in the folder, in its folder `headers`, or beside it in `headers` under the name of the network).
 * @param network `undefined` to find it by the data
 * @throws {FileError} (rejects) for a folder or file that cannot be read, {@link UsageError} when the network is unknown.
 */
export async function readRecordedFolder(
  folder: string,
  network: NetworkParameters | undefined,
): Promise<RecordedFolder> {
  const names = new Set(await withFile(folder, async () => await readdir(folder)));
  const diffs = DIFFS.find((name) => names.has(name));
  if (diffs === undefined) throw new FileError(`${folder}: it has no file ${DIFFS.join(' or ')}`);
  const { lines, damage } = linesOf(await fileBytes(join(folder, diffs)));
  const damaged = damage === undefined ? [] : [failed(diffs, damage)];
  const found = network ?? networkOfLists(lines);
  if (found === undefined) {
    if (lines.some(hasDiff)) throw new UsageError('the network of the data is unknown: add --network');
    return { data: undefined, files: damaged.length > 0 ? damaged : [failed(diffs, 'it has no list')] };
  }
  const json = async (name: string): Promise<unknown> =>
    names.has(name) ? parsed(UTF_8.decode(await fileBytes(join(folder, name)))) : undefined;
  const { headers, others } = await readHeaders(folder, found, blocksOf(lines));
  return {
    data: {
      network: found,
      lists: lines,
      chainLocks: await json('chain-locks.json'),
      hops: await json('hops.json'),
      expected: await json('expected.json'),
      headers,
    },
    files: [...damaged, ...others],
  };
}

const failed = (subject: string, detail: string): RecordedCheck => ({
  subject,
  result: 'failed',
  reason: 'malformed',
  detail,
});

/** Drops a mark of the order of bytes at the start of a text. */
const UTF_8 = new TextDecoder();

/** Returns the lines of a file, whether it is compressed or not; of a damaged one those before the damage. */
function linesOf(bytes: Uint8Array): { readonly lines: unknown[]; readonly damage: string | undefined } {
  const { text, damage } = unpacked(bytes);
  const lines = UTF_8.decode(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return { lines: lines.map(parsed), damage };
}

function unpacked(bytes: Uint8Array): { readonly text: Uint8Array; readonly damage?: string } {
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return { text: bytes };
  const limit = { maxOutputLength: MAX_FILE_BYTES };
  try {
    return { text: gunzipSync(bytes, limit) };
  } catch (error) {
    const damage = error instanceof Error ? error.message : String(error);
    try {
      return { text: gunzipSync(bytes, { ...limit, finishFlush: constants.Z_SYNC_FLUSH }), damage };
    } catch {
      return { text: new Uint8Array(), damage };
    }
  }
}

/** Returns `null` for text that is no JSON: it fails where it is checked. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const hasDiff = (line: unknown): boolean => isObject(line) && 'diff' in line && isObject(line.diff);

interface ListedBlock {
  readonly height: number;
  /** In display order. */
  readonly hash: string;
}

function blocksOf(lines: readonly unknown[]): ListedBlock[] {
  return lines.flatMap((line) => {
    if (typeof line !== 'object' || line === null || !('height' in line) || !('diff' in line)) return [];
    const { height, diff } = line;
    if (typeof height !== 'number' || typeof diff !== 'object' || diff === null || !('blockHash' in diff))
      return [];
    return [{ height, hash: String(diff.blockHash) }];
  });
}

async function readHeaders(
  folder: string,
  network: NetworkParameters,
  blocks: readonly ListedBlock[],
): Promise<{ readonly headers: RecordedHeaders[]; readonly others: RecordedCheck[] }> {
  const beside = join(dirname(resolve(folder)), 'headers');
  const inside = [
    ...(await headersIn(folder, blocks)),
    ...(await headersIn(join(folder, 'headers'), blocks)),
  ];
  const isOfOther = ({ name }: { readonly name: string }): boolean =>
    Object.keys(NETWORKS).some((other) => other !== network.name && name.startsWith(`${other}-`));
  const shared = (await headersIn(beside, blocks)).filter(
    ({ name, first, bytes }) =>
      name.startsWith(`${network.name}-`) &&
      blocks.some(({ height }) => height >= first && height < first + bytes.length / BLOCK_HEADER_SIZE),
  );
  const own = inside.filter((file) => !isOfOther(file));
  return {
    headers: [...own, ...shared].map(({ first, bytes }) => ({ first, bytes })),
    others: inside.filter(isOfOther).map(({ name }) => ({
      subject: name,
      result: 'skipped',
      detail: `headers of another network than ${network.name}, by the name of the file`,
    })),
  };
}

async function headersIn(
  folder: string,
  blocks: readonly ListedBlock[],
): Promise<(RecordedHeaders & { readonly name: string })[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => HEADERS.test(name)).toSorted();
  const read = files.map(async (name) => {
    const bytes = await fileBytes(join(folder, name));
    const [, first] = HEADERS.exec(name) ?? [];
    return { name, bytes, first: first === undefined ? firstHeight(bytes, blocks) : Number(first) };
  });
  return await Promise.all(read);
}

/** Returns the height of the first header, by a listed block that is the parent of one of them; 0 where there is none. */
function firstHeight(bytes: Uint8Array, blocks: readonly ListedBlock[]): number {
  const heights = new Map(blocks.map(({ hash, height }) => [hash, height]));
  for (let at = 0; at * BLOCK_HEADER_SIZE < bytes.length; at += 1) {
    const start = at * BLOCK_HEADER_SIZE + VERSION_BYTES;
    const parent = Buffer.from(bytes.subarray(start, start + HASH_BYTES).toReversed()).toString('hex');
    const height = heights.get(parent);
    if (height !== undefined) return height + 1 - at;
  }
  return 0;
}

async function fileBytes(file: string): Promise<Uint8Array> {
  const bytes = await withFile(file, async () => await readBounded(file, MAX_FILE_BYTES));
  if (bytes === undefined) throw new FileError(`${file}: it is larger than ${MAX_FILE_BYTES} bytes`);
  return bytes;
}
