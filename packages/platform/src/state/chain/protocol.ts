import { PROTOCOL_VERSIONS } from '@dapikit/contract';

/** Describes the differences of transitions between protocol versions. Amounts are credits. */
export interface Protocol {
  /** 9 to the newest of `PROTOCOL_VERSIONS`. */
  readonly version: number;
  /**
   * Fee of a rejection before the document of a transition is found to be what it should. The nonce stays as it was then:
   * the same transition can be sent again, and be paid again. Nothing where it costs what others cost, and uses the nonce.
   */
  readonly unresolvedFee: bigint | undefined;
  /** True if a key that another identity has is rejected with 40207, an error of the state, and not with 10501, a basic one. */
  readonly namesUsedKeysInState: boolean;
  /** True if DPNS names can be priced, sold and transferred. A transferred name refers to its new owner. */
  readonly tradesNames: boolean;
  /** True if transfers, purchases and prices are recorded where a document type says so. */
  readonly recordsTrades: boolean;
}

type Rules = Omit<Protocol, 'version'>;

const RULES_9: Rules = {
  unresolvedFee: 36_200n,
  namesUsedKeysInState: false,
  tradesNames: false,
  recordsTrades: false,
};
const RULES_11: Rules = { ...RULES_9, namesUsedKeysInState: true };
const RULES_12: Rules = { ...RULES_11, unresolvedFee: undefined };
const RULES_13: Rules = { ...RULES_12, tradesNames: true, recordsTrades: true };

/**
 * The rules from each version on, from the lowest to the highest. What else differs by version is where it is used:
 * `$creatorId`, the language of contracts and how deep values nest in `@dapikit/contract`, unique values in
 * `uniqueViolations`, contests in `contestRules`, defects of the network in `transition/quirks.ts`, system contracts in
 * `system-contract/system-contracts.ts`, and the trees of a new chain in `state-tree/initial-trees.ts` and `initial-structure.ts` of `@dapikit/proof`.
 *
 * Source: `packages/rs-platform-version/src/version` in dashpay/platform, and the tests of `batch` in `packages/rs-drive-abci`.
 */
const SINCE: readonly (readonly [version: number, rules: Rules])[] = [
  [9, RULES_9],
  [11, RULES_11],
  [12, RULES_12],
  [13, RULES_13],
];

const PROTOCOLS: readonly Protocol[] = PROTOCOL_VERSIONS.flatMap((version) => {
  const rules = SINCE.findLast(([since]) => version >= since)?.[1];
  return rules === undefined ? [] : { version, ...rules };
});

/** Returns the rules of a version. @throws {RangeError} when it is below 9 or unknown. */
export function protocolOf(version: number): Protocol {
  const protocol = PROTOCOLS.find((one) => one.version === version);
  if (protocol === undefined)
    throw new RangeError(
      `protocol version ${version} is not supported: use 9 to ${PROTOCOL_VERSIONS.at(-1)}`,
    );
  return protocol;
}
