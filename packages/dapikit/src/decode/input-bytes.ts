import { addressFromText, encode, platformAddress } from '@dapikit/protocol';
import { base64, hex } from '@scure/base';
import { readBounded } from '../input/read-bounded.js';
import { FileError, withFile } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import { bytesInDebugText } from './rust-bytes.js';

/** Limits the input: a block of layer 1 has at most 2 MB, which hexadecimal text doubles. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;
const STDIN = '-';
const MAX_SHOWN_CHARACTERS = 40;
/** Limits the lists of bytes that an error names by their sizes. */
const MAX_NAMED_LISTS = 10;

/**
 * Decodes hexadecimal or Base64 text, a decimal list, the output of Rust's `Debug`, or the text of a platform address. Spaces and line breaks do
 * not count.
 * @returns undefined for other text
 * @throws {UsageError} for a text with several lists of bytes
 */
export function bytesOfText(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s/g, '');
  if (compact === '') return undefined;
  if (/^(?:[0-9a-f]{2})+$/i.test(compact)) return hex.decode(compact.toLowerCase());
  const address = addressFromText(compact);
  if (address !== undefined) return encode(platformAddress, address);
  try {
    return base64.decode(compact);
  } catch {
    return debugBytes(text);
  }
}

function debugBytes(text: string): Uint8Array | undefined {
  if (!isPrintable(text)) return undefined;
  const found: Uint8Array[] = [];
  for (const bytes of bytesInDebugText(text)) {
    if (found.length === MAX_NAMED_LISTS)
      throw new UsageError(`the text has more than ${MAX_NAMED_LISTS} lists of bytes: give one of them`);
    found.push(bytes);
  }
  if (found.length <= 1) return found[0];
  const sizes = found.map(({ length }) => length).join(', ');
  throw new UsageError(`the text has ${found.length} lists of bytes (${sizes} bytes): give one of them`);
}

/** Tests for a text or a coloured log; bytes of a transition, which may look like a list somewhere, have other control characters. */
function isPrintable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f]/.test(text);
}

/**
 * Reads the bytes that an argument gives: text, or the name of a file with text or with the bytes themselves. `-`, or no argument,
 * is standard input.
 * @throws {UsageError} when the argument is neither.
 * @throws {FileError} when a file cannot be read.
 */
export async function inputBytes(argument: string | undefined): Promise<Uint8Array> {
  if (argument === undefined || argument === STDIN) return textOrRaw(await readStdin());
  const file = await fileBytes(argument);
  if (file !== undefined) return textOrRaw(file);
  const bytes = bytesOfText(argument);
  if (bytes !== undefined) return bytes;
  const shown =
    argument.length > MAX_SHOWN_CHARACTERS ? `${argument.slice(0, MAX_SHOWN_CHARACTERS)}…` : argument;
  throw new UsageError(
    `${printable(JSON.stringify(shown))} is neither a file nor bytes as hexadecimal, Base64 or a decimal list: check the file name or the text`,
  );
}

function textOrRaw(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0)
    throw new UsageError('the input is empty: give bytes as hexadecimal or Base64 text');
  return bytesOfText(Buffer.from(bytes).toString('latin1')) ?? bytes;
}

/** Returns the content of a file; undefined where there is none of that name. */
async function fileBytes(name: string): Promise<Uint8Array | undefined> {
  try {
    return await readInputFile(name);
  } catch (error) {
    if (error instanceof FileError && error.cause instanceof Error && isAbsent(error.cause)) return undefined;
    throw error;
  }
}

const isAbsent = (error: Error): boolean =>
  'code' in error && (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG');

/**
 * Reads a file of the size of an input.
 * @throws {UsageError} when it is larger.
 * @throws {FileError} when it cannot be read.
 */
export async function readInputFile(name: string): Promise<Uint8Array> {
  const bytes = await withFile(name, async () => readBounded(name, MAX_INPUT_BYTES));
  if (bytes === undefined) throw tooLarge();
  return bytes;
}

async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw new UsageError('no bytes given: pass a file, hexadecimal or Base64 text, or use standard input');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > MAX_INPUT_BYTES) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (): UsageError => new UsageError(`the input is too long: at most ${MAX_INPUT_BYTES} bytes`);
