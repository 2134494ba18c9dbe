import { distinctIdentifiers } from '../../base/bytes/identifier-order.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { TokenConfiguration, TokenPricingSchedule } from '@dapikit/protocol';
import { momentFrom, unitOf } from '../../state/token/perpetual-distribution.js';
import { findStoredAccounts, type StoredAccount } from '../../state/token/token-account.js';
import { findPerpetualClaim } from '../../state/token/token-claims.js';
import { findTokenPrice } from '../../state/token/token-price.js';
import { findToken, type Token } from '../../state/token/token-store.js';
import type { DistributionMoment } from '../../base/errors/token-errors.js';
import type { StateContext } from './state-context.js';
import { wireContract } from '../state-tree/wire-contract.js';

/** Describes a token. */
export interface TokenInfo extends Pick<Token, 'position' | 'totalSupply' | 'isPaused' | 'hasStatus'> {
  readonly contractId: Uint8Array;
}

/** Describes what is stored of an account. */
export interface AccountEntry {
  /** Id of the token, or of the identity. */
  readonly id: Uint8Array;
  readonly account: StoredAccount;
}

/** Selects tokens that are given out at set times. */
export interface DistributionPage {
  readonly start?: {
    readonly timeMs: bigint;
    readonly recipient?: { readonly id: Uint8Array; readonly isIncluded: boolean };
  };
  /** Counts recipients. */
  readonly limit: number;
}

/** Describes the tokens that are given out at a time, in milliseconds. */
export interface TimedDistribution {
  readonly timeMs: bigint;
  readonly shares: readonly { readonly recipientId: Uint8Array; readonly amount: bigint }[];
}

/** Queries tokens of one state. Ids have 32 bytes. */
export interface TokenQueries {
  token(id: Uint8Array): Promise<TokenInfo | undefined>;
  /** Returns each id once, in the order of the bytes. */
  tokens(
    ids: readonly Uint8Array[],
  ): Promise<readonly { readonly id: Uint8Array; readonly token: TokenInfo | undefined }[]>;
  /** Returns the accounts of an identity for tokens, each once, in the order of the bytes. */
  accountsOfIdentity(
    identityId: Uint8Array,
    tokenIds: readonly Uint8Array[],
  ): Promise<readonly AccountEntry[]>;
  /** Returns the accounts of identities for a token, each once, in the order of the bytes. */
  accountsOfToken(tokenId: Uint8Array, identityIds: readonly Uint8Array[]): Promise<readonly AccountEntry[]>;
  /** Returns the distributions that the contract of a token fixes; none where there is no token. */
  preProgrammedDistributions(
    tokenId: Uint8Array,
    page: DistributionPage,
  ): Promise<readonly TimedDistribution[]>;
  /** Returns the prices of tokens, each once, in the order of the bytes; without a price where a token is not for sale. */
  tokenPrices(
    ids: readonly Uint8Array[],
  ): Promise<readonly { readonly id: Uint8Array; readonly price: TokenPricingSchedule | undefined }[]>;
  /** Returns the configuration of a token of a contract; nothing where there is no such token. */
  tokenConfiguration(contractId: Uint8Array, position: number): Promise<TokenConfiguration | undefined>;
  /** Returns whether tokens of a contract are given out at every interval; nothing where there is no such token. */
  hasPerpetualDistribution(contractId: Uint8Array, position: number): Promise<boolean | undefined>;
  /**
   * Returns the moment up to which an identity claimed the perpetual distribution of a token; nothing where it never did. The bytes
   * are those that the network stores.
   */
  lastPerpetualClaim(
    tokenId: Uint8Array,
    identityId: Uint8Array,
  ): Promise<(DistributionMoment & { readonly bytes: Uint8Array }) | undefined>;
}

/** Returns the queries of tokens of a state. */
export function tokenQueries({ view, contracts }: StateContext): TokenQueries {
  const configurationOf = async (contractId: Uint8Array, position: number) => {
    const contract = await contracts.findContract(view, contractId);
    return contract && wireContract(contract).tokens.get(position);
  };
  const findInfo = async (id: Uint8Array): Promise<TokenInfo | undefined> => findToken(view, id);
  return {
    token: async (id) => findInfo(id),
    tokens: async (ids) =>
      Promise.all(distinctIdentifiers(ids).map(async (id) => ({ id, token: await findInfo(id) }))),
    accountsOfIdentity: async (identityId, tokenIds) => {
      const names = distinctIdentifiers(tokenIds);
      const found = await findStoredAccounts(
        view,
        names.map((tokenId) => ({ tokenId, identityId })),
      );
      return names.map((id, at) => ({ id, account: found[at] ?? {} }));
    },
    accountsOfToken: async (tokenId, identityIds) => {
      const names = distinctIdentifiers(identityIds);
      const found = await findStoredAccounts(
        view,
        names.map((identityId) => ({ tokenId, identityId })),
      );
      return names.map((identityId, at) => ({ id: identityId, account: found[at] ?? {} }));
    },
    tokenPrices: async (ids) =>
      Promise.all(
        distinctIdentifiers(ids).map(async (id) => ({ id, price: await findTokenPrice(view, id) })),
      ),
    lastPerpetualClaim: async (tokenId, identityId) => {
      const token = await findToken(view, tokenId);
      const name = { tokenId, identityId };
      const bytes = token && (await findPerpetualClaim(view, name));
      const configuration = token && (await configurationOf(token.contractId, token.position));
      const distribution = configuration?.distributionRules.perpetualDistribution?.distributionType;
      if (bytes === undefined || distribution === undefined) return undefined;
      return { unit: unitOf(distribution), value: momentFrom(distribution, bytes), bytes };
    },
    preProgrammedDistributions: async (tokenId, page) => {
      const token = await findToken(view, tokenId);
      const configuration = token && (await configurationOf(token.contractId, token.position));
      const programmed = configuration?.distributionRules.preProgrammedDistribution?.distributions;
      return programmed === undefined ? [] : pageOf(programmed, page);
    },
    tokenConfiguration: async (contractId, position) => configurationOf(contractId, position),
    hasPerpetualDistribution: async (contractId, position) => {
      const configuration = await configurationOf(contractId, position);
      return configuration && configuration.distributionRules.perpetualDistribution !== undefined;
    },
  };
}

type Distributions = ReadonlyMap<bigint, readonly (readonly [recipientId: Uint8Array, amount: bigint])[]>;

/** Returns distributions by time and recipient. */
function pageOf(distributions: Distributions, { start, limit }: DistributionPage): TimedDistribution[] {
  const found: TimedDistribution[] = [];
  let left = limit;
  for (const [timeMs, shares] of distributions) {
    if (left === 0) break;
    if (start !== undefined && timeMs < start.timeMs) continue;
    const first = start?.timeMs === timeMs ? start.recipient : undefined;
    const shown = shares
      .filter(([id]) => first === undefined || compareBytes(id, first.id) >= (first.isIncluded ? 0 : 1))
      .slice(0, left);
    left -= shown.length;
    if (shown.length > 0)
      found.push({ timeMs, shares: shown.map(([recipientId, amount]) => ({ recipientId, amount })) });
  }
  return found;
}
