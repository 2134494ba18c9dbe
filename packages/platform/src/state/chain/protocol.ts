import { JUDGED_PROTOCOLS, protocolAt, type ProtocolRules } from '@dapikit/contract';

const VERSIONS = JUDGED_PROTOCOLS.filter((version) => protocolAt(version).localPlatform);

/** Returns the rules of a version that the local platform runs. @throws {RangeError} for another version. */
export function protocolOf(version: number): ProtocolRules {
  if (!VERSIONS.includes(version))
    throw new RangeError(
      `protocol version ${version} is not supported: use ${VERSIONS[0]} to ${VERSIONS.at(-1)}`,
    );
  return protocolAt(version);
}
