import { firstId } from '../../state/keys/space-key.js';
import { type Element } from '@dapikit/proof';
import {
  DISTRIBUTION_KEYS,
  distributionTimeKey,
  emptyTree,
  identityTokenInfo,
  timedDistributionsPath,
  tokenBalancesPath,
  tokenClaimsPath,
  tokenContractInfo,
  tokenDistributionsPath,
  tokenIdentityInfosPath,
  tokensPath,
  tokenStatus,
  tokenSuppliesPath,
  type GroveOperation,
} from '@dapikit/proof/prover';
import {
  decode,
  encode,
  tokenDistributionKey,
  tokenDistributionRules,
  tokenPerpetualDistribution,
  type TokenDistributionRules,
} from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { readInteger } from '../../base/bytes/integer-bytes.js';
import type { StateChange, StoreView } from '../../store/store.js';
import { balanceFromBytes } from '../../state/token/token-account.js';
import { findTokenDistributions } from '../../state/token/token-distributions.js';
import { TOKEN_FORM } from '../../state/token/token-store.js';
import { item, put, putTree, remove, sumItem } from './elements.js';

const ID_BYTES = 32;
/** The keys of the path of the distributions, which references begin with. */
const DISTRIBUTIONS_DEPTH = 2;

/**
 * Returns what a change of a token is in the trees: its place, its status and its supply.
 *
 * Source: `insert_contract` in `packages/rs-drive/src/drive/contract` and `create_token_trees` in `packages/rs-drive/src/drive/tokens` of
 * dashpay/platform.
 */
export function tokenOperations({ key, before, after }: StateChange): readonly GroveOperation[] {
  if (after === undefined) return [];
  const id = key.subarray(1);
  const [was, token] = [before && TOKEN_FORM.fromBytes(before), TOKEN_FORM.fromBytes(after)];
  const { contractId, position, totalSupply, hasStatus, isPaused } = token;
  const place = {
    formatVersion: 0,
    contractId: contractId,
    tokenContractPosition: position,
  } as const;
  const isStatusNew = hasStatus && (was?.hasStatus !== true || was.isPaused !== isPaused);
  return [
    ...(was === undefined
      ? [
          putTree(tokensPath('balances'), id, emptyTree('sum')),
          putTree(tokensPath('identityInfos'), id),
          put(tokensPath('contractInfos'), id, item(encode(tokenContractInfo, place))),
        ]
      : []),
    ...(isStatusNew
      ? [put(tokensPath('statuses'), id, item(encode(tokenStatus, { formatVersion: 0, paused: isPaused })))]
      : []),
    ...(was?.totalSupply === totalSupply ? [] : [put(tokenSuppliesPath(), id, sumItem(totalSupply))]),
  ];
}

/** Names the token and the identity that the key of an account ends with. */
const accountIn = (key: Uint8Array): { readonly tokenId: Uint8Array; readonly identityId: Uint8Array } => ({
  tokenId: firstId(key),
  identityId: key.subarray(-ID_BYTES),
});

/** Returns what a change of a balance in a token is in the trees. */
export function tokenBalanceOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const { tokenId, identityId } = accountIn(key);
  const path = tokenBalancesPath(tokenId);
  return [
    after === undefined ? remove(path, identityId) : put(path, identityId, sumItem(balanceFromBytes(after))),
  ];
}

/** Returns what freezing or unfreezing an account is in the trees. */
export function tokenFreezeOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const { tokenId, identityId } = accountIn(key);
  const path = tokenIdentityInfosPath(tokenId);
  if (after === undefined) return [remove(path, identityId)];
  const info = encode(identityTokenInfo, { formatVersion: 0, frozen: after[0] === 1 });
  return [put(path, identityId, item(info))];
}

/** Returns what a change of the price of a token is in the trees. */
export function tokenPriceOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const [path, id] = [tokensPath('prices'), key.subarray(1)];
  return [after === undefined ? remove(path, id) : put(path, id, item(after))];
}

/**
 * Returns what the distributions of a new token are in the trees.
 *
 * Source: `add_perpetual_distribution` and `add_pre_programmed_distribution` in `packages/rs-drive/src/drive/tokens/distribution` of
 * dashpay/platform.
 */
export function tokenDistributionOperations({ key, after }: StateChange): readonly GroveOperation[] {
  if (after === undefined) return [];
  const id = key.subarray(1);
  const { perpetualDistribution: perpetual, preProgrammedDistribution: programmed } = decode(
    tokenDistributionRules,
    after,
  );
  const path = [...tokenDistributionsPath('perpetual'), id];
  return [
    ...(perpetual === undefined
      ? []
      : [
          ...claimTrees('perpetual', id),
          put(path, DISTRIBUTION_KEYS.info, item(encode(tokenPerpetualDistribution, perpetual))),
        ]),
    ...(programmed === undefined
      ? []
      : [
          ...claimTrees('preProgrammed', id),
          ...[...programmed.distributions].flatMap(([time, shares]) => releaseOperations(id, time, shares)),
        ]),
  ];
}

const claimTrees = (name: 'perpetual' | 'preProgrammed', id: Uint8Array): readonly GroveOperation[] => [
  putTree(tokenDistributionsPath(name), id),
  putTree([...tokenDistributionsPath(name), id], DISTRIBUTION_KEYS.claims),
];

type Shares = readonly (readonly [recipientId: Uint8Array, amount: bigint])[];

/** Returns what is given out at one time: shares by recipient, and references to them in the order of time. */
function releaseOperations(id: Uint8Array, time: bigint, shares: Shares): readonly GroveOperation[] {
  const key = distributionTimeKey(time);
  const path = [...tokenDistributionsPath('preProgrammed'), id];
  return [
    putTree(path, key, emptyTree('sum')),
    putTree(timedDistributionsPath(), key),
    ...shares.flatMap(([recipientId, amount]) => [
      put([...path, key], recipientId, sumItem(amount)),
      put(
        [...timedDistributionsPath(), key],
        shareKey(id, recipientId),
        shareReference([...path, key, recipientId]),
      ),
    ]),
  ];
}

const shareKey = (tokenId: Uint8Array, identity: Uint8Array): Uint8Array =>
  encode(tokenDistributionKey, {
    tokenId,
    recipient: { type: 'identity', identity },
    distributionType: 'PreProgrammed',
  });

const shareReference = (target: readonly Uint8Array[]): Element => ({
  type: 'reference',
  path: {
    type: 'upstreamRootHeight',
    height: DISTRIBUTIONS_DEPTH,
    path: target.slice(DISTRIBUTIONS_DEPTH),
  },
  maxHops: undefined,
  flags: undefined,
});

/** Returns what a claim of a perpetual distribution is in the trees. */
export function perpetualClaimOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const { tokenId, identityId } = accountIn(key);
  const path = tokenClaimsPath('perpetual', tokenId);
  if (after === undefined) return [remove(path, identityId)];
  return [...claimTrees('perpetual', tokenId), put(path, identityId, item(after))];
}

/** Returns what a claim of a pre-programmed distribution is in the trees: what was claimed is no longer listed by time. */
export async function preProgrammedClaimOperations(
  { key, before, after }: StateChange,
  { view }: { readonly view: StoreView },
): Promise<readonly GroveOperation[]> {
  const { tokenId, identityId } = accountIn(key);
  const path = tokenClaimsPath('preProgrammed', tokenId);
  if (after === undefined) return [remove(path, identityId)];
  const rules = await findTokenDistributions(view, tokenId);
  const span = [before === undefined ? -1n : readInteger(before, false), readInteger(after, false)] as const;
  return [
    put(path, identityId, item(after)),
    ...claimedTimes(rules, identityId, span).map((time) =>
      remove([...timedDistributionsPath(), distributionTimeKey(time)], shareKey(tokenId, identityId)),
    ),
  ];
}

/** Returns the times after the first of a span up to the last at which an identity gets a share. */
const claimedTimes = (
  rules: TokenDistributionRules | undefined,
  identityId: Uint8Array,
  [after, last]: readonly [after: bigint, last: bigint],
): readonly bigint[] =>
  [...(rules?.preProgrammedDistribution?.distributions ?? [])]
    .filter(([time]) => time > after && time <= last)
    .filter(([, shares]) => shares.some(([id]) => compareBytes(id, identityId) === 0))
    .map(([time]) => time);
