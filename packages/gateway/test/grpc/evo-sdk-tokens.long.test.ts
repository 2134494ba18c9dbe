import {
  AuthorizedActionTakers,
  EvoSDK,
  GroupStateTransitionInfoStatus,
  IdentitySigner,
  PrivateKey,
  TokenConfigurationChangeItem,
  TokenConfigurationConvention,
  TokenConfigurationLocalization,
  TokenTradeMode,
  type IdentityPublicKey,
} from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { OWNED_TOKEN, rulesOf, tokenOf } from '../../../platform/test/sample-token.js';
import { startQuorumList, testSigner } from './trusted-client.js';

/** Compressed public keys of the private keys 01…01 to 04…04. */
const PUBLIC_KEYS = [
  '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
  '024d4b6cd1361032ca9bd2aeb9d900aa4d45d9ead80ac9423374c451a7254d0766',
  '02531fe6068134503d2723133227c867ac8fa6c83c537e9a44c3c5bdbdcb1fe337',
  '03462779ad4aad39514614751a71085f2f10e1c7a593e4e030efb5b8721ce55b0b',
] as const;
const NO_HISTORY = {
  $formatVersion: '0',
  keepsTransferHistory: false,
  keepsFreezingHistory: false,
  keepsMintingHistory: false,
  keepsBurningHistory: false,
  keepsDirectPricingHistory: false,
  keepsDirectPurchaseHistory: false,
};
const byGroup = (position: number): object => ({
  ...OWNED_TOKEN,
  manualMintingRules: rulesOf({ $type: 'group', position }),
});

let platform: Platform;
let gateway: GatewayUnderTest;
let sdk: EvoSDK;
let owner: string;
let alice: string;
let contractId: string;

/** Creates an identity whose keys MASTER and CRITICAL are two of the public keys. */
async function identityWith(first: number): Promise<string> {
  const keys = (['MASTER', 'CRITICAL'] as const).map((securityLevel, at) => ({
    purpose: 'AUTHENTICATION' as const,
    securityLevel,
    type: 'ECDSA_SECP256K1' as const,
    data: PUBLIC_KEYS[first + at] ?? '',
  }));
  return (await platform.createIdentity({ keys, credits: 10n ** 13n })).id;
}

beforeAll(async () => {
  platform = await createPlatform({ signer: testSigner });
  [owner, alice] = [await identityWith(0), await identityWith(2)];
  const claimed = {
    ...OWNED_TOKEN.distributionRules,
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 5 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
  };
  const decider = { $type: 'group', position: 2 };
  const group = { $formatVersion: '0', members: { [owner]: 1, [alice]: 1 }, requiredPower: 2 };
  ({ contractId } = await platform.registerContract({
    by: owner,
    contract: {
      $formatVersion: '1',
      ownerId: owner,
      version: 1,
      documentSchemas: {},
      groups: { 0: group, 1: group, 2: group },
      tokens: {
        0: { ...OWNED_TOKEN, distributionRules: claimed },
        1: { ...OWNED_TOKEN, distributionRules: claimed, keepsHistory: NO_HISTORY },
        2: byGroup(0),
        3: { ...byGroup(1), keepsHistory: NO_HISTORY },
        4: {
          ...tokenOf(decider),
          mainControlGroup: 2,
          freezeRules: rulesOf(decider, { changingAuthorizedActionTakersToNoOneAllowed: true }),
        },
      },
    },
  }));
  gateway = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(platform) } });
  sdk = new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [`http://127.0.0.1:${gateway.port}`],
    quorumUrl: await startQuorumList(),
  });
  await sdk.connect();
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

interface SignedBy {
  readonly identityKey: IdentityPublicKey;
  readonly signer: IdentitySigner;
}

async function signedBy(identityId: string): Promise<SignedBy> {
  const identity = await sdk.identities.fetch(identityId);
  const identityKey = identity?.publicKeys.find(({ keyId }) => keyId === 1);
  if (identityKey === undefined) throw new Error('the identity has too few keys');
  const signer = new IdentitySigner();
  for (const byte of ['01', '02', '03', '04']) signer.addKey(PrivateKey.fromHex(byte.repeat(32), 'testnet'));
  return { identityKey, signer };
}

type Method = Exclude<keyof EvoSDK['tokens'], 'calculateId'>;

/** Calls the facade, whose results say what was verified; its types ask for objects where its readers take text. */
async function act(
  method: Method,
  identityId: string,
  options: object,
): Promise<Readonly<Record<string, unknown>>> {
  const call: unknown = Reflect.get(sdk.tokens, method);
  if (typeof call !== 'function') throw new Error(`the facade has no ${method}`);
  try {
    const result: unknown = await Reflect.apply(call, sdk.tokens, [
      { dataContractId: contractId, ...(await signedBy(identityId)), ...options },
    ]);
    return Object(result);
  } catch (error) {
    const message = error instanceof Object ? String(Reflect.get(error, 'message')) : String(error);
    throw new Error(message, { cause: error });
  }
}

const balanceOf = async (position: number, identityId: string): Promise<bigint> =>
  (await platform.getTokenBalance({ contractId, position, identityId })).balance;

describe.each([
  { kind: 'with history', position: 0 },
  { kind: 'without history', position: 1 },
])('evo-sdk signs changes of a token $kind and verifies that they were executed:', ({ position }) => {
  const token = { tokenPosition: position };

  it('mint, transfer and burn', async () => {
    await act('mint', owner, { ...token, identityId: owner, amount: 10n, recipientId: alice });
    await act('transfer', alice, { ...token, senderId: alice, recipientId: owner, amount: 4n });
    await act('burn', owner, { ...token, identityId: owner, amount: 3n });
    expect([await balanceOf(position, owner), await balanceOf(position, alice)]).toEqual([1001n, 6n]);
  });

  it('set a price, buy, end the sale', async () => {
    const priced = { ...token, authorityId: owner };
    await act('setPrice', owner, { ...priced, price: 7n });
    await act('directPurchase', alice, { ...token, buyerId: alice, amount: 2n, maxTotalCost: 14n });
    await act('setPrice', owner, { ...priced, price: null });
    expect(await balanceOf(position, alice)).toBe(8n);
  });

  it('freeze, destroy the frozen tokens, unfreeze', async () => {
    const frozen = { ...token, authorityId: owner, frozenIdentityId: alice };
    await act('freeze', owner, frozen);
    await act('destroyFrozen', owner, frozen);
    await act('unfreeze', owner, frozen);
    expect(await balanceOf(position, alice)).toBe(0n);
  });

  it('pause and resume', async () => {
    await act('emergencyAction', owner, { ...token, authorityId: owner, action: 'pause' });
    expect(await platform.getToken({ contractId, position })).toMatchObject({ isPaused: true });
    await act('emergencyAction', owner, { ...token, authorityId: owner, action: 'resume' });
    expect(await platform.getToken({ contractId, position })).toMatchObject({ isPaused: false });
  });

  it('claim and change a setting', async () => {
    const before = await balanceOf(position, owner);
    await act('claim', owner, { ...token, identityId: owner, distributionType: 'perpetual' });
    expect(await balanceOf(position, owner)).toBeGreaterThan(before);
    const item = TokenConfigurationChangeItem.MaxSupplyItem(5000n);
    await act('configUpdate', owner, { ...token, identityId: owner, configurationChangeItem: item });
  });
});

describe.each([
  // Without history the client rejects the proof where the group has an active action and a closed one: each token has its own group.
  { kind: 'with history', position: 2, group: 0 },
  { kind: 'without history', position: 3, group: 1 },
])('evo-sdk verifies the actions of a group with a token $kind:', ({ position, group }) => {
  it('an action that is proposed, and the signature that executes it', async () => {
    const minted = { tokenPosition: position, amount: 10n, recipientId: alice };
    const proposed = await act('mint', owner, {
      ...minted,
      identityId: owner,
      groupInfo: GroupStateTransitionInfoStatus.proposer(group),
    });
    expect(proposed['groupPower']).toBe(1);
    const [action] = await platform.getGroupActions({ contractId, position: group });
    await act('mint', alice, {
      ...minted,
      identityId: alice,
      groupInfo: GroupStateTransitionInfoStatus.otherSigner(group, action?.actionId ?? ''),
    });
    expect(await balanceOf(position, alice)).toBe(10n);
  });
});

/** Lists changes of settings, one for each form in which the id of a proposal has the new value. */
const changes = (): readonly TokenConfigurationChangeItem[] => {
  const point = new TokenConfigurationLocalization(true, 'token', 'tokens');
  return [
    TokenConfigurationChangeItem.conventionsItem(new TokenConfigurationConvention({ en: point }, 2)),
    TokenConfigurationChangeItem.MaxSupplyItem(5000n),
    TokenConfigurationChangeItem.MaxSupplyItem(),
    TokenConfigurationChangeItem.NewTokensDestinationIdentityItem(owner),
    TokenConfigurationChangeItem.MintingAllowChoosingDestinationItem(false),
    TokenConfigurationChangeItem.MarketplaceTradeModeItem(TokenTradeMode.NotTradeable()),
    TokenConfigurationChangeItem.MainControlGroupItem(1),
    TokenConfigurationChangeItem.FreezeItem(AuthorizedActionTakers.NoOne()),
    TokenConfigurationChangeItem.UnfreezeItem(AuthorizedActionTakers.ContractOwner()),
    TokenConfigurationChangeItem.ManualMintingItem(AuthorizedActionTakers.Identity(alice)),
    TokenConfigurationChangeItem.ManualBurningItem(AuthorizedActionTakers.MainGroup()),
    TokenConfigurationChangeItem.EmergencyActionItem(AuthorizedActionTakers.Group(1)),
  ];
};

const proposal = () => ({ tokenPosition: 4, groupInfo: GroupStateTransitionInfoStatus.proposer(2) });
const proposals = async (): Promise<number> =>
  (await platform.getGroupActions({ contractId, position: 2 })).length;

describe('evo-sdk proposes to a group, under the id that the platform expects,', () => {
  it('each kind of change of a setting', async () => {
    for (const configurationChangeItem of changes()) {
      const before = await proposals();
      const proposed = act('configUpdate', owner, {
        ...proposal(),
        identityId: owner,
        configurationChangeItem,
      });
      // The client expects a history document, which a proposal does not write.
      await expect(proposed).rejects.toThrow('Expected document in group action result');
      expect(await proposals()).toBe(before + 1);
    }
  });

  it('a price, prices by amount, and the end of the sale', async () => {
    const priced = { ...proposal(), authorityId: owner };
    for (const price of [
      { price: 300n },
      { priceTiers: { 1: 70_000n, 100: 5_000_000_000n } },
      { price: null },
    ])
      expect(await act('setPrice', owner, { ...priced, ...price })).toMatchObject({ groupPower: 1 });
  });
});
