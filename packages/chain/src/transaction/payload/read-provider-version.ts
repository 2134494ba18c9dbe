import type { ByteReader } from '../../bytes/byte-reader.js';
import { MalformedBytes } from '../../bytes/malformed-bytes.js';
import { isProviderVersion, type ProviderVersion } from '../../masternode/provider-version.js';

/** @throws {MalformedBytes} when the layout of the version is not known. */
export function readProviderVersion(reader: ByteReader): ProviderVersion {
  const start = reader.offset;
  const version = reader.u16();
  if (!isProviderVersion(version)) {
    throw new MalformedBytes('bad-value', start, `unknown version ${version} of a provider transaction`);
  }
  return version;
}
