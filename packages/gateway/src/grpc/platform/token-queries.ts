import type { AccountEntry, CommittedState } from '@dapikit/platform';
import {
  identitiesTokenBalancesQuery,
  identitiesTokenInfosQuery,
  identityTokenBalancesQuery,
  identityTokenInfosQuery,
  tokenContractInfoQuery,
  tokenDirectPurchasePricesQuery,
  tokenPerpetualDistributionLastClaimQuery,
  tokenPreProgrammedDistributionsQuery,
  tokenStatusesQuery,
  tokenTotalSupplyQuery,
} from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { readInParts } from './read-in-parts.js';
import {
  distinctInOrder,
  invalidArgument,
  readIdentifier,
  readIdentifiers,
  readLimit,
  readU16,
} from './request-values.js';
import { priceMember } from './token-price.js';

const balanceOf = ({ account: { balance } }: AccountEntry): { balance?: bigint } =>
  balance === undefined ? {} : { balance };

const infoOf = ({ account: { isFrozen } }: AccountEntry): { info?: { frozen: boolean } } =>
  isFrozen === undefined ? {} : { info: { frozen: isFrozen } };

const readTokensOfIdentity = (request: {
  readonly identityId: Uint8Array;
  readonly tokenIds: readonly Uint8Array[];
}) => ({
  tokens: distinctInOrder(readIdentifiers(request.tokenIds, 'token_ids')),
  identity: readIdentifier(request.identityId, 'identity_id'),
});

const readIdentitiesOfToken = (request: {
  readonly tokenId: Uint8Array;
  readonly identityIds: readonly Uint8Array[];
}) => ({
  identities: distinctInOrder(readIdentifiers(request.identityIds, 'identity_ids')),
  token: readIdentifier(request.tokenId, 'token_id'),
});

const readTokens = ({ tokenIds }: { readonly tokenIds: readonly Uint8Array[] }): readonly Uint8Array[] =>
  distinctInOrder(readIdentifiers(tokenIds, 'token_ids'));

const readToken = ({ tokenId }: { readonly tokenId: Uint8Array }): Uint8Array =>
  readIdentifier(tokenId, 'token_id');

export const getIdentityTokenBalances = platformQuery(Platform.method.getIdentityTokenBalances, {
  summary: 'Returns balances of tokens of an identity',
  description:
    'Each token once, in the order of the ids; without a balance where the identity never had the token.',
  cost: 5,
  read: readTokensOfIdentity,
  answer: async ({ tokens, identity }, state) => {
    const accounts = await readInParts(tokens, async (part) => state.accountsOfIdentity(identity, part));
    return oneofMember('tokenBalances', {
      tokenBalances: accounts.map((entry) => ({ tokenId: entry.id, ...balanceOf(entry) })),
    });
  },
  select: ({ tokens, identity }) => identityTokenBalancesQuery(identity, tokens),
});

export const getIdentitiesTokenBalances = platformQuery(Platform.method.getIdentitiesTokenBalances, {
  summary: 'Returns the balances of identities in a token',
  description: 'Each identity once, in the order of the ids; without a balance where it never had the token.',
  cost: 5,
  read: readIdentitiesOfToken,
  answer: async ({ identities, token }, state) => {
    const accounts = await readInParts(identities, async (part) => state.accountsOfToken(token, part));
    return oneofMember('identityTokenBalances', {
      identityTokenBalances: accounts.map((entry) => ({ identityId: entry.id, ...balanceOf(entry) })),
    });
  },
  select: ({ identities, token }) => identitiesTokenBalancesQuery(token, identities),
});

export const getIdentityTokenInfos = platformQuery(Platform.method.getIdentityTokenInfos, {
  summary: 'Returns whether tokens of an identity are frozen',
  description:
    'Each token once, in the order of the ids; without an info where the account never was frozen.',
  cost: 5,
  read: readTokensOfIdentity,
  answer: async ({ tokens, identity }, state) => {
    const accounts = await readInParts(tokens, async (part) => state.accountsOfIdentity(identity, part));
    return oneofMember('tokenInfos', {
      tokenInfos: accounts.map((entry) => ({ tokenId: entry.id, ...infoOf(entry) })),
    });
  },
  select: ({ tokens, identity }) => identityTokenInfosQuery(identity, tokens),
});

export const getIdentitiesTokenInfos = platformQuery(Platform.method.getIdentitiesTokenInfos, {
  summary: 'Returns whether a token of identities is frozen',
  description:
    'Each identity once, in the order of the ids; without an info where the account never was frozen.',
  cost: 5,
  read: readIdentitiesOfToken,
  answer: async ({ identities, token }, state) => {
    const accounts = await readInParts(identities, async (part) => state.accountsOfToken(token, part));
    return oneofMember('identityTokenInfos', {
      tokenInfos: accounts.map((entry) => ({ identityId: entry.id, ...infoOf(entry) })),
    });
  },
  select: ({ identities, token }) => identitiesTokenInfosQuery(token, identities),
});

export const getTokenStatuses = platformQuery(Platform.method.getTokenStatuses, {
  summary: 'Returns whether tokens are paused',
  description:
    'Each token once, in the order of the ids; without a status where there is no token, or one that neither started as paused nor has changed since.',
  cost: 5,
  read: readTokens,
  answer: async (ids, state) => {
    const tokens = await readInParts(ids, async (part) => state.tokens(part));
    return oneofMember('tokenStatuses', {
      tokenStatuses: tokens.map(({ id, token }) => ({
        tokenId: id,
        ...(token?.hasStatus === true ? { paused: token.isPaused } : {}),
      })),
    });
  },
  select: tokenStatusesQuery,
});

export const getTokenDirectPurchasePrices = platformQuery(Platform.method.getTokenDirectPurchasePrices, {
  summary: 'Returns the prices of tokens',
  description: 'Each token once, in the order of the ids; without a price where it is not for sale.',
  cost: 5,
  read: (request) => {
    if (request.tokenIds.length === 0) throw invalidArgument('token_ids is empty: send at least one id');
    return readTokens(request);
  },
  answer: async (ids, state) => {
    const tokens = await readInParts(ids, async (part) => state.tokenPrices(part));
    return oneofMember('tokenDirectPurchasePrices', {
      tokenDirectPurchasePrice: tokens.map(({ id, price }) => ({
        tokenId: id,
        ...(price === undefined ? {} : { price: priceMember(price) }),
      })),
    });
  },
  select: tokenDirectPurchasePricesQuery,
});

type LastClaim = NonNullable<Awaited<ReturnType<CommittedState['lastPerpetualClaim']>>>;

export const getTokenContractInfo = platformQuery(Platform.method.getTokenContractInfo, {
  summary: 'Returns the contract of a token and its position there',
  description: 'Without data where there is no token.',
  read: readToken,
  answer: async (id, state) => {
    const token = await state.token(id);
    return (
      token && oneofMember('data', { contractId: token.contractId, tokenContractPosition: token.position })
    );
  },
  select: tokenContractInfoQuery,
});

export const getTokenPreProgrammedDistributions = platformQuery(
  Platform.method.getTokenPreProgrammedDistributions,
  {
    summary: 'Returns the pre-programmed distributions of a token',
    description: 'As its contract fixes them, by time and recipient. The limit counts recipients.',
    cost: 5,
    read: ({ tokenId, startAtInfo: start, limit }) => {
      const recipient = start?.startRecipient;
      return {
        tokenId: readIdentifier(tokenId, 'token_id'),
        limit: readLimit(limit, 'limit'),
        start: start && {
          timeMs: start.startTimeMs,
          recipient: recipient && {
            key: readIdentifier(recipient, 'start_recipient'),
            isIncluded: start.startRecipientIncluded ?? true,
          },
        },
      };
    },
    answer: async ({ tokenId, limit, start }, state) => {
      const recipient = start?.recipient;
      const found = await state.preProgrammedDistributions(tokenId, {
        limit,
        ...(start && {
          start: {
            timeMs: start.timeMs,
            ...(recipient && { recipient: { id: recipient.key, isIncluded: recipient.isIncluded } }),
          },
        }),
      });
      const tokenDistributions = found.map(({ timeMs, shares }) => ({
        timestamp: timeMs,
        distributions: [...shares],
      }));
      return oneofMember('tokenDistributions', { tokenDistributions });
    },
    select: tokenPreProgrammedDistributionsQuery,
  },
);

export const getTokenPerpetualDistributionLastClaim = platformQuery(
  Platform.method.getTokenPerpetualDistributionLastClaim,
  {
    summary: 'Returns when an identity last claimed its share of a perpetual distribution',
    description:
      'The height, the time or the epoch up to which was paid; without any where the identity never claimed.',
    errors: [{ status: 'notFound', when: 'the contract or token does not exist' }],
    read: ({ tokenId, identityId, contractInfo }) => ({
      tokenId: readIdentifier(tokenId, 'token_id'),
      identityId: readIdentifier(identityId, 'identity_id'),
      contractInfo,
    }),
    answer: async ({ tokenId, identityId, contractInfo }, state) => {
      if (contractInfo !== undefined) {
        const contractId = readIdentifier(contractInfo.contractId, 'contract_id');
        const position = readU16(contractInfo.tokenContractPosition, 'token_contract_position');
        const isPerpetual = await state.hasPerpetualDistribution(contractId, position);
        if (isPerpetual === undefined) throw new GrpcError('notFound', 'contract or token not found');
        if (!isPerpetual) throw invalidArgument('the token has no perpetual distribution');
      }
      const claim = await state.lastPerpetualClaim(tokenId, identityId);
      if (claim === undefined) return oneofMember('lastClaim', {});
      return oneofMember('lastClaim', { paidAt: paidAt(claim, contractInfo !== undefined) });
    },
    select: ({ tokenId, identityId }) => tokenPerpetualDistributionLastClaimQuery({ tokenId, identityId }),
  },
);

/** Returns a claim as the member of its message: bytes where the request does not name the contract. */
function paidAt({ unit, value, bytes }: LastClaim, isDecoded: boolean) {
  if (!isDecoded) return { case: 'rawBytes', value: bytes } as const;
  if (unit === 'height') return { case: 'blockHeight', value } as const;
  if (unit === 'time') return { case: 'timestampMs', value } as const;
  return { case: 'epoch', value: Number(value) } as const;
}

export const getTokenTotalSupply = platformQuery(Platform.method.getTokenTotalSupply, {
  summary: 'Returns the total supply of a token',
  description: 'Identities hold the whole supply: both amounts are equal.',
  errors: [{ status: 'notFound', when: 'the token does not exist' }],
  read: readToken,
  answer: async (id, state) => {
    const token = await state.token(id);
    if (token === undefined) throw new GrpcError('notFound', 'token not found');
    return oneofMember('tokenTotalSupply', {
      tokenId: id,
      totalAggregatedAmountInUserAccounts: token.totalSupply,
      totalSystemAmount: token.totalSupply,
    });
  },
  select: tokenTotalSupplyQuery,
});
