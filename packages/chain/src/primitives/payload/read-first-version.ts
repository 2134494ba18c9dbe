import type { ByteReader } from '../../base/bytes/byte-reader.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';

/**
 * Reads the version of a payload of which there is one version only, 8 or 16 bits wide.
 * @throws {MalformedBytesError} when it is not 1.
 */
export function readFirstVersion(reader: ByteReader, width: 'u8' | 'u16'): 1 {
  const start = reader.offset;
  const version = reader[width]();
  if (version !== 1)
    throw new MalformedBytesError('bad-value', start, `unknown version ${version} of a payload`);
  return version;
}
