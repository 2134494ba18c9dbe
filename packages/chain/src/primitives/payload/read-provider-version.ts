import type { ByteReader } from '../../base/bytes/byte-reader.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { isProviderVersion, type ProviderVersion } from '../masternode/provider-version.js';

/** Reads the version of a provider transaction. @throws {MalformedBytesError} when the layout of the version is not known. */
export function readProviderVersion(reader: ByteReader): ProviderVersion {
  const start = reader.offset;
  const version = reader.u16();
  if (!isProviderVersion(version)) {
    throw new MalformedBytesError('bad-value', start, `unknown version ${version} of a provider transaction`);
  }
  return version;
}
