import { fileErrorReason } from '../program/file-error.js';
import { STDIN } from './find-contracts.js';
import { readBounded } from './read-bounded.js';

const MIB = 1024 * 1024;

/** Fifty times what the network takes: what is larger is no contract. */
export const MAX_CONTRACT_FILE_BYTES = MIB;

/** Says that a file is larger. */
export const TOO_LARGE = `larger than ${MAX_CONTRACT_FILE_BYTES / MIB} MiB: this is not a data contract`;

/** Describes the text of a contract, or why it cannot be read. */
export type ReadText = { readonly text: string } | { readonly text?: undefined; readonly fault: string };

/** Reads a file, or standard input where the name is `-`. Bytes are UTF-8; a byte order mark is dropped. */
export async function readContract(file: string): Promise<ReadText> {
  try {
    const bytes = file === STDIN ? await readStdin() : await readBounded(file, MAX_CONTRACT_FILE_BYTES);
    return bytes === undefined ? { fault: TOO_LARGE } : decode(bytes);
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    return { fault: reason };
  }
}

async function readStdin(): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > MAX_CONTRACT_FILE_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** First bytes of texts in other encodings. UTF-32 comes first: its mark begins like that of UTF-16. */
const OTHER_ENCODINGS: readonly (readonly [mark: readonly number[], name: string])[] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0, 0, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
  [[0x7b, 0], 'UTF-16'],
  [[0, 0x7b], 'UTF-16'],
];

function decode(bytes: Uint8Array): ReadText {
  const other = OTHER_ENCODINGS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (other !== undefined) return { fault: `expected UTF-8, found ${other[1]}: save it as UTF-8` };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'expected text in UTF-8, found other bytes: is this a binary file?' };
  }
}
