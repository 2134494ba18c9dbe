import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  networkOfLists,
  type RecordedCheck,
  type RecordedData,
  type RecordedHeaders,
} from '@dapikit/light-client';
import type { NetworkParameters } from '@dapikit/chain';
import { readBounded } from '../input/read-bounded.js';
import { FileError, withFile } from '../program/file-error.js';
import { UsageError } from '../program/option.js';

/** Describes the files of a folder of recorded data, and those that could not be unpacked. */
export interface RecordedFolder {
  readonly data: RecordedData;
  readonly damaged: readonly RecordedCheck[];
}

const MAX_FILE_BYTES = 512 * 1024 * 1024;
const HEADER_BYTES = 80;
const DIFFS = ['diffs.jsonl.gz', 'diffs.jsonl'];
const HEADERS = /^(?:.*-)?(\d+)\.bin$/;

/**
 * Reads a folder of recorded data: `diffs.jsonl.gz` or `diffs.jsonl`, and where they are there `chain-locks.json`, `hops.json`, `expected.json` and headers
 * (`*-<first height>.bin`, in the folder, in its folder `headers`, or beside it in `headers` under the name of the network).
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
  const { lines, damaged } = linesOf(await fileBytes(join(folder, diffs)), diffs);
  const found = network ?? networkOfLists(lines);
  if (found === undefined) throw new UsageError('the network of the data is unknown: add --network');
  const json = async (name: string): Promise<unknown> =>
    names.has(name) ? parsed(Buffer.from(await fileBytes(join(folder, name))).toString()) : undefined;
  return {
    data: {
      network: found,
      lists: lines,
      chainLocks: await json('chain-locks.json'),
      hops: await json('hops.json'),
      expected: await json('expected.json'),
      headers: await readHeaders(folder, found, heightsOf(lines)),
    },
    damaged,
  };
}

function linesOf(bytes: Uint8Array, name: string): { lines: unknown[]; damaged: RecordedCheck[] } {
  try {
    const unpacked = name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }) : bytes;
    const lines = Buffer.from(unpacked)
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '');
    return { lines: lines.map(parsed), damaged: [] };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { lines: [], damaged: [{ subject: name, result: 'failed', reason: 'malformed', detail }] };
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

function heightsOf(lines: readonly unknown[]): number[] {
  return lines.flatMap((line) =>
    typeof line === 'object' && line !== null && 'height' in line && typeof line.height === 'number'
      ? [line.height]
      : [],
  );
}

async function readHeaders(
  folder: string,
  network: NetworkParameters,
  heights: readonly number[],
): Promise<RecordedHeaders[]> {
  const beside = join(dirname(resolve(folder)), 'headers');
  const own = [...(await headersIn(folder)), ...(await headersIn(join(folder, 'headers')))];
  const shared = (await headersIn(beside)).filter(
    ({ name, first, bytes }) =>
      name.startsWith(`${network.name}-`) &&
      heights.some((height) => height >= first && height < first + bytes.length / HEADER_BYTES),
  );
  return [...own, ...shared].map(({ first, bytes }) => ({ first, bytes }));
}

async function headersIn(folder: string): Promise<(RecordedHeaders & { readonly name: string })[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.flatMap((name) => {
    const [, first] = HEADERS.exec(basename(name)) ?? [];
    return first === undefined ? [] : [{ name, first: Number(first) }];
  });
  return await Promise.all(
    files.map(async (file) => ({ ...file, bytes: await fileBytes(join(folder, file.name)) })),
  );
}

async function fileBytes(file: string): Promise<Uint8Array> {
  const bytes = await withFile(file, async () => await readBounded(file, MAX_FILE_BYTES));
  if (bytes === undefined) throw new FileError(`${file}: it is larger than ${MAX_FILE_BYTES} bytes`);
  return bytes;
}
