import { InvalidOptionError } from '../diagnostic/contract-error.js';
import type { NetworkDefect, NetworkTrap } from './network-defects.js';
import type { ProtocolFeature, ProtocolRules } from './protocol-rules.js';
import { KNOWN_PROTOCOLS } from './protocol-table.js';

/** Maps the protocol versions by which contracts are judged to their rules: the released ones, and previews of the next. */
export const PROTOCOLS: ReadonlyMap<number, ProtocolRules> = new Map(
  KNOWN_PROTOCOLS.filter(({ isReleased, preview }) => isReleased || preview !== undefined).map((rules) => [
    rules.version,
    rules,
  ]),
);

/** Lists the protocol versions by which contracts are judged, ascending: the released ones, and previews of the next. */
export const JUDGED_PROTOCOLS: readonly number[] = [...PROTOCOLS.keys()];

/** Lists the released protocol versions, ascending. */
export const PROTOCOL_VERSIONS: readonly number[] = KNOWN_PROTOCOLS.filter(
  ({ isReleased }) => isReleased,
).map(({ version }) => version);

/** Defines the newest protocol version that the network runs: the default of every option `protocolVersion`. */
export const NEWEST_RELEASED_PROTOCOL: number = Math.max(...PROTOCOL_VERSIONS);

/** Defines the newest protocol version by which contracts are judged: that of the newest preview. */
export const NEWEST_JUDGED_PROTOCOL: number = Math.max(...JUDGED_PROTOCOLS);

/**
 * Defines the newest protocol version of the development line of Dash Platform. Keywords of the versions beyond
 * {@link NEWEST_JUDGED_PROTOCOL} are recognised; no contract is judged by them.
 */
export const NEWEST_KNOWN_PROTOCOL: number = Math.max(...KNOWN_PROTOCOLS.map(({ version }) => version));

/**
 * Returns the switches of a protocol version, unreleased ones included. A version beyond the newest known one has the switches of that
 * one, and 0 those of 1.
 */
export const protocolAt = (version: number): ProtocolRules =>
  KNOWN_PROTOCOLS.findLast((rules) => rules.version <= version) ?? KNOWN_PROTOCOLS[0];

/** Names a switch that is on, or tests the switches of a version. */
export type ProtocolCondition = ProtocolFeature | ((rules: ProtocolRules) => boolean);

/** Returns the first protocol version that fulfils a condition, unreleased ones included. @throws {RangeError} when none does. */
export function firstProtocolWith(condition: ProtocolCondition): number {
  const first = KNOWN_PROTOCOLS.find((rules) =>
    typeof condition === 'string' ? rules[condition] : condition(rules),
  );
  if (first === undefined) throw new RangeError(`no known protocol version has ${String(condition)}`);
  return first.version;
}

/** Returns the last released protocol version with a defect. */
function lastProtocolWith(defect: NetworkDefect | NetworkTrap): number {
  const last = KNOWN_PROTOCOLS.findLast(
    ({ isReleased, defects, traps }) => isReleased && [...defects, ...traps].includes(defect),
  );
  return last?.version ?? NEWEST_RELEASED_PROTOCOL;
}

/** Defines the oldest protocol version that the local platform runs. */
export const OLDEST_PLATFORM_PROTOCOL: number = firstProtocolWith('localPlatform');

/**
 * Returns the rules of a protocol version.
 *
 * @throws {InvalidOptionError} when the version is not one of {@link JUDGED_PROTOCOLS}.
 */
export function getProtocol(protocolVersion: number = NEWEST_RELEASED_PROTOCOL): ProtocolRules {
  const protocol = PROTOCOLS.get(protocolVersion);
  if (protocol === undefined)
    throw new InvalidOptionError(
      'protocolVersion',
      protocolVersion > NEWEST_JUDGED_PROTOCOL && protocolVersion <= NEWEST_KNOWN_PROTOCOL
        ? `an integer from 1 to ${NEWEST_JUDGED_PROTOCOL} (${protocolVersion} is unreleased)`
        : `an integer from 1 to ${NEWEST_JUDGED_PROTOCOL}`,
      protocolVersion,
    );
  return protocol;
}

/** Says from which protocol version on there is a feature: "from protocol 12", with a suffix while the version is unreleased. */
export function describeSince(feature: ProtocolCondition, whileUnreleased = ''): string {
  const first = firstProtocolWith(feature);
  return `from protocol ${first}${first > NEWEST_RELEASED_PROTOCOL ? whileUnreleased : ''}`;
}

/** Says up to which protocol version there is no feature: "up to protocol 13". */
export const describeBefore = (feature: ProtocolCondition): string =>
  `up to protocol ${firstProtocolWith(feature) - 1}`;

/** Says up to which released protocol version there is a defect: "up to protocol 13". */
export const describeUntil = (defect: NetworkDefect | NetworkTrap): string =>
  `up to protocol ${lastProtocolWith(defect)}`;

/** Names the first protocol version without a defect: "protocol 14". */
export const describeCorrection = (defect: NetworkDefect | NetworkTrap): string =>
  `protocol ${lastProtocolWith(defect) + 1}`;

/** Returns a sentence with a capital letter. */
export const capitalize = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Says in which protocol version a keyword comes, or will: "available from protocol 14 (unreleased)". */
export const describeLater = (version: number): string =>
  `available from protocol ${version}${version > NEWEST_RELEASED_PROTOCOL ? ' (unreleased)' : ''}`;

/**
 * Says by what contracts are judged at an unreleased protocol version; undefined at a released one.
 *
 * @example
 * import { describePreview } from '@dapikit/contract';
 *
 * describePreview(13); // => undefined
 * describePreview(14); // => 'protocol 14 is a preview: Platform 5.0.0-beta.4 of 2026-10-09, meta-schema of dashpay/platform@4aa7cdc'
 */
export function describePreview(version: number): string | undefined {
  const preview = PROTOCOLS.get(version)?.preview;
  return preview === undefined
    ? undefined
    : `protocol ${version} is a preview: Platform ${preview.release} of ${preview.date}, meta-schema of dashpay/platform@${preview.revision}`;
}

/**
 * Says what a local platform at an unreleased protocol version previews, and what does not work there; undefined at a released one.
 *
 * @example
 * import { describePlatformPreview } from '@dapikit/contract';
 *
 * describePlatformPreview(13); // => undefined
 */
export function describePlatformPreview(version: number): string | undefined {
  const preview = describePreview(version);
  const { unpublishedDocumentIds, unpublishedTrees } = protocolAt(version);
  if (preview === undefined) return undefined;
  return [
    `${capitalize(preview)}.`,
    ...(unpublishedDocumentIds
      ? [
          `Signed creates of documents are rejected: the id derivation of protocol ${version} is not published, and evo-sdk 4.1.0 cannot create documents at it on any network (10405). Unsigned calls get ids of the derivation of protocol ${NEWEST_RELEASED_PROTOCOL}.`,
        ]
      : []),
    ...(unpublishedTrees ? ['Proofs are off: the trees of the state are not published.'] : []),
  ].join(' ');
}
