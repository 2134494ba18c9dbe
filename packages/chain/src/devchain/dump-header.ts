import { ControlRejectedError } from './control-rejected-error.js';

/** Describes the first line of a dump. */
export interface DumpHeader {
  /** Height of the tip. */
  readonly height: number;
  /** The hash of the tip. */
  readonly tip: string;
  /** Bytes of the rest when it is not compressed. */
  readonly size: number;
  /** SHA-256 of the rest as it is, in hexadecimal. */
  readonly sha256: string;
}

const FORMAT = 'dapikit development chain';

/** Version of the dumps that are written. It goes up when an older version could not read a dump. */
const VERSION = 1;

const MAX_HEADER_BYTES = 1_000;
const LINE_FEED = 0x0a;

/** Returns the first line, with its line feed. */
export function writeHeader(header: DumpHeader): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`);
}

/**
 * Returns the first line of a dump, and what comes behind it.
 * @throws {ControlRejectedError} `dump-not-recognised`; `dump-version` for one that a newer version wrote
 */
export function readHeader(dump: Uint8Array): { readonly header: DumpHeader; readonly body: Uint8Array } {
  if (!((dump as unknown) instanceof Uint8Array))
    throw new ControlRejectedError('dump-not-recognised', {
      expected: 'a dump, as a Uint8Array',
      found: dump,
    });
  const end = dump.subarray(0, MAX_HEADER_BYTES).indexOf(LINE_FEED);
  const header = parse(Buffer.from(dump.subarray(0, Math.max(end, 0))).toString());
  if (header === undefined || header['format'] !== FORMAT) {
    throw new ControlRejectedError('dump-not-recognised', {
      expected: `a dump, which begins with {"format":"${FORMAT}"`,
      found: JSON.stringify(Buffer.from(dump.subarray(0, 40)).toString('latin1')),
    });
  }
  const { version, height, tip, size, sha256 } = header;
  if (version !== VERSION) {
    throw new ControlRejectedError('dump-version', {
      expected: `a dump of version ${VERSION}`,
      found: `version ${String(version)}`,
      fix: 'load it with the version of dapikit that wrote it, or a newer one',
    });
  }
  const isWhole =
    typeof height === 'number' &&
    typeof tip === 'string' &&
    typeof size === 'number' &&
    Number.isSafeInteger(size) &&
    size > 0 &&
    typeof sha256 === 'string';
  if (!isWhole) {
    throw new ControlRejectedError('dump-corrupted', {
      expected: 'a first line with height, tip, size and sha256',
      found: header,
      fix: 'dump the chain again',
    });
  }
  return { header: { height, tip, size, sha256 }, body: dump.subarray(end + 1) };
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
