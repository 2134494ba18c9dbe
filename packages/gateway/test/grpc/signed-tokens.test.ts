import { createHash } from 'node:crypto';
import { createClock, createPlatform, type Platform } from '@dapikit/platform';
import { consensusErrorCode, decodeConsensusError, groupActionId } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER_RULES, rulesOf } from '../../../platform/test/sample-token.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import type { BuiltTransition } from './official-builders.js';
import { loadTokenBuilders, type TokenBuilders } from './official-tokens.js';

const PV = 13;
const T0 = 1_700_000_000_000;
const [HIGH, CRITICAL, TRANSFER] = [1, 2, 3];
const HISTORY = '43gujrzZgXqcKBiScLa4T8XTDnRhenR9BLx8GWVHjPxF';

const KINDS = [
  { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
] as const;

const tokenOf = (members: object) => ({
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'coin', pluralForm: 'coins' },
    },
    decimals: 0,
  },
  baseSupply: 1000,
  freezeRules: OWNER_RULES,
  unfreezeRules: OWNER_RULES,
  destroyFrozenFundsRules: OWNER_RULES,
  emergencyActionRules: OWNER_RULES,
  maxSupplyChangeRules: OWNER_RULES,
  distributionRules: {
    $formatVersion: '0',
    changeDirectPurchasePricingRules: OWNER_RULES,
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 2 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
  },
  ...members,
});

const GROUP = { $formatVersion: '0', requiredPower: 2 };

const contractOf = (alice: string, bob: string) => ({
  $formatVersion: '1',
  ownerId: alice,
  documentSchemas: {},
  groups: { 0: { ...GROUP, members: { [alice]: 1, [bob]: 1 } } },
  tokens: { 0: tokenOf({}), 1: tokenOf({ manualMintingRules: rulesOf({ $type: 'group', position: 0 }) }) },
});

/** Makes the signature of an action that another member has proposed, about the token of the group. */
const sign = (actionId: string) => ({ position: 1, group: { actionId, isActionProposer: false } });

describe('changes of tokens that the official SDK signs', () => {
  let local: Platform;
  let gateway: GatewayUnderTest;
  let sdk: TokenBuilders;
  let contractId: string;
  const nonces = { alice: 0n, bob: 0n };
  const ids = { alice: '', bob: '' };

  type Person = keyof typeof ids;
  const NUMBERS = { alice: 1, bob: 2 };

  const keyOf = (person: Person, id: number) =>
    sdk.PrivateKey.fromHex(`${NUMBERS[person]}${id}`.padStart(64, '0'), 'testnet');

  beforeAll(async () => {
    sdk = await loadTokenBuilders();
    local = await createPlatform({ protocolVersion: PV, clock: createClock({ time: T0, frozen: true }) });
    for (const person of ['alice', 'bob'] as const) {
      const keys = KINDS.map((kind, id) => ({
        ...kind,
        id,
        type: 'ECDSA_SECP256K1' as const,
        data: keyOf(person, id).getPublicKey().toBytes(),
      }));
      ({ id: ids[person] } = await local.createIdentity({ credits: 1_000_000_000_000n, keys }));
    }
    ({ contractId } = await local.registerContract({
      by: ids.alice,
      contract: contractOf(ids.alice, ids.bob),
    }));
    gateway = await startGatewayUnderTest(
      { platformTransitions: 'signed' },
      { platform: { platform: async () => Promise.resolve(local) } },
    );
  });
  afterAll(async () => {
    await gateway.stop();
    await local.close();
  });

  const tokenId = (position: number) =>
    base58.decode(sdk.TokenConfiguration.calculateTokenId(contractId, position).toBase58());

  interface Options {
    readonly position?: number;
    readonly keyId?: number;
    readonly group?: { readonly actionId: string; readonly isActionProposer: boolean };
  }

  /** Builds an item with the official SDK, signs it, sends it and waits; gives the code of a rejection. */
  async function send(
    person: Person,
    itemOf: (base: object) => object,
    { position = 0, keyId = CRITICAL, group }: Options = {},
  ): Promise<{ readonly code: number | undefined; readonly historyId: string }> {
    nonces[person] += 1n;
    const base = new sdk.TokenBaseTransition({
      identityContractNonce: nonces[person],
      tokenContractPosition: position,
      dataContractId: contractId,
      tokenId: sdk.TokenConfiguration.calculateTokenId(contractId, position),
      ...(group === undefined
        ? {}
        : { usingGroupInfo: new sdk.GroupStateTransitionInfo({ groupContractPosition: 0, ...group }) }),
    });
    const item = new sdk.TokenTransition(itemOf(base));
    const historyId = item.getHistoricalDocumentId(ids[person]).toBase58();
    const owner = new sdk.Identifier(base58.decode(ids[person]));
    const built: BuiltTransition = sdk.BatchTransition.fromBatchedTransitions(
      [new sdk.BatchedTransition(item)],
      owner,
      0,
    );
    const transition = built.toStateTransition();
    transition.signByPrivateKey(keyOf(person, keyId), keyId, 'ecdsa_secp256k1');
    transition.signaturePublicKeyId = keyId;
    const stateTransition = transition.toBytes();
    const { platform } = grpcClients(gateway.port);
    await platform.broadcastStateTransition({ stateTransition });
    const stateTransitionHash = createHash('sha256').update(stateTransition).digest();
    const { version } = await platform.waitForStateTransitionResult({
      version: { case: 'v0', value: { stateTransitionHash, prove: false } },
    });
    const result = version.value?.result;
    if (result?.case !== 'error') return { code: undefined, historyId };
    expect(consensusErrorCode(decodeConsensusError(result.value.data).value)).toBe(result.value.code);
    return { code: result.value.code, historyId };
  }

  const balance = async (person: Person, position = 0): Promise<bigint> =>
    (await local.getTokenBalance({ contractId, position, identityId: ids[person] })).balance;

  it('are executed, and recorded under the ids that the SDK expects', async () => {
    const alice = async (itemOf: (base: object) => object, documentType: string, options: Options = {}) => {
      const { code, historyId } = await send('alice', itemOf, options);
      expect(code).toBeUndefined();
      const record = await local.getDocument({ contractId: HISTORY, documentType, id: historyId });
      expect(record).toMatchObject({ $ownerId: ids.alice });
    };
    await alice(
      (base) =>
        new sdk.TokenMintTransition({ base, amount: 50n, issuedToIdentityId: ids.bob, publicNote: 'x' }),
      'mint',
    );
    await alice((base) => new sdk.TokenBurnTransition({ base, burnAmount: 10n }), 'burn');
    await alice(
      (base) => new sdk.TokenTransferTransition({ base, recipientId: ids.bob, amount: 5n, publicNote: 'hi' }),
      'transfer',
      { keyId: TRANSFER },
    );
    expect([await balance('alice'), await balance('bob')]).toEqual([985n, 55n]);
    await alice((base) => new sdk.TokenFreezeTransition({ base, identityToFreezeId: ids.bob }), 'freeze');
    await alice((base) => new sdk.TokenUnFreezeTransition({ base, frozenIdentityId: ids.bob }), 'unfreeze');
    await alice((base) => new sdk.TokenFreezeTransition({ base, identityToFreezeId: ids.bob }), 'freeze');
    await alice(
      (base) => new sdk.TokenDestroyFrozenFundsTransition({ base, frozenIdentityId: ids.bob }),
      'destroyFrozenFunds',
    );
    expect(await balance('bob')).toBe(0n);
    await alice(
      (base) => new sdk.TokenEmergencyActionTransition({ base, emergencyAction: 'pause' }),
      'emergencyAction',
    );
    await alice(
      (base) => new sdk.TokenEmergencyActionTransition({ base, emergencyAction: 'resume' }),
      'emergencyAction',
    );
    await alice(
      (base) =>
        new sdk.TokenConfigUpdateTransition({
          base,
          updateTokenConfigurationItem: sdk.TokenConfigurationChangeItem.MaxSupplyItem(5000n),
        }),
      'configUpdate',
    );
    await alice(
      (base) =>
        new sdk.TokenSetPriceForDirectPurchaseTransition({
          base,
          price: sdk.TokenPricingSchedule.SinglePrice(1000n),
        }),
      'directPricing',
    );
    await alice((base) => new sdk.TokenClaimTransition({ base, distributionType: 'perpetual' }), 'claim', {
      keyId: TRANSFER,
    });
    const bought = await send(
      'bob',
      (base) => new sdk.TokenDirectPurchaseTransition({ base, tokenCount: 3n, totalAgreedPrice: 3000n }),
    );
    expect(bought.code).toBeUndefined();
    expect(await balance('bob')).toBe(3n);
    expect((await local.verify()).ok).toBe(true);
  });

  const burn = (base: object) => new sdk.TokenBurnTransition({ base, burnAmount: 1n });
  const purchase = (base: object) =>
    new sdk.TokenDirectPurchaseTransition({ base, tokenCount: 3n, totalAgreedPrice: 2999n });

  it('are rejected with the codes of the network', async () => {
    expect((await send('bob', burn)).code).toBe(40_701);
    // A node takes neither into its mempool: the nonce stays as it was.
    await expect(send('bob', purchase)).rejects.toMatchObject({
      rawMessage: expect.stringContaining('40719'),
    });
    nonces.bob -= 1n;
    await expect(send('alice', burn, { keyId: HIGH })).rejects.toMatchObject({
      rawMessage: expect.stringContaining('20004'),
    });
    nonces.alice -= 1n;
    // The network looks at the level of the key before it looks for the token.
    await expect(send('alice', burn, { position: 2, keyId: HIGH })).rejects.toMatchObject({
      message: expect.stringContaining('of level HIGH cannot sign'),
    });
    await expect(send('alice', burn, { position: 2 })).rejects.toMatchObject({
      rawMessage: expect.stringContaining('10451'),
    });
    nonces.alice -= 1n;
  });

  it('are decided by groups, whose actions are answered', async () => {
    const mint = (base: object) =>
      new sdk.TokenMintTransition({ base, amount: 7n, issuedToIdentityId: ids.bob });
    const action = {
      action: 'mint',
      amount: 7n,
      issuedToIdentityId: base58.decode(ids.bob),
      publicNote: undefined,
    } as const;
    const id = groupActionId(action, {
      tokenId: tokenId(1),
      proposerId: base58.decode(ids.alice),
      nonce: nonces.alice + 1n,
      protocolVersion: PV,
    });
    const actionId = base58.encode(id ?? new Uint8Array());
    const options = { position: 1, group: { actionId, isActionProposer: true } };
    const before = await balance('bob', 1);
    expect((await send('alice', mint, options)).code).toBeUndefined();
    expect(await balance('bob', 1)).toBe(before);
    const { platform } = grpcClients(gateway.port);
    const group = { contractId: base58.decode(contractId), groupContractPosition: 0 };
    const actions = async (status: number) => {
      const { version } = await platform.getGroupActions({
        version: { case: 'v0', value: { ...group, status, count: 10 } },
      });
      const result = version.value?.result;
      return result?.case === 'groupActions' ? result.value.groupActions : undefined;
    };
    const event = {
      eventType: {
        case: 'tokenEvent',
        value: {
          type: {
            case: 'mint',
            value: { amount: 7n, recipientId: Uint8Array.from(base58.decode(ids.bob)) },
          },
        },
      },
    };
    expect(await actions(0)).toMatchObject([{ actionId: id, event }]);
    const signer = { position: 1, group: { actionId, isActionProposer: false } };
    expect((await send('bob', mint, signer)).code).toBeUndefined();
    expect(await balance('bob', 1)).toBe(before + 7n);
    expect(await actions(0)).toEqual([]);
    expect(await actions(1)).toMatchObject([{ actionId: id, event }]);
    const signers = await platform.getGroupActionSigners({
      version: { case: 'v0', value: { ...group, status: 1, actionId: id ?? new Uint8Array() } },
    });
    const { value } = signers.version.value?.result ?? {};
    expect(value).toMatchObject({ signers: [{ power: 1 }, { power: 1 }] });
  });

  it('show in the queries of tokens', async () => {
    const { platform } = grpcClients(gateway.port);
    const token = tokenId(0);
    const bob = base58.decode(ids.bob);
    const prices = await platform.getTokenDirectPurchasePrices({
      version: { case: 'v0', value: { tokenIds: [token, tokenId(1)] } },
    });
    const { value: priced } = prices.version.value?.result ?? {};
    const entries: unknown =
      priced !== undefined && 'tokenDirectPurchasePrice' in priced ? priced.tokenDirectPurchasePrice : [];
    expect(entries).toContainEqual(
      expect.objectContaining({ tokenId: token, price: { case: 'fixedPrice', value: 1000n } }),
    );
    const infos = await platform.getIdentityTokenInfos({
      version: { case: 'v0', value: { identityId: bob, tokenIds: [token, tokenId(1)] } },
    });
    const { value: found } = infos.version.value?.result ?? {};
    const tokenInfos: unknown = found !== undefined && 'tokenInfos' in found ? found.tokenInfos : [];
    // Only the account for the first token ever was frozen.
    expect(tokenInfos).toContainEqual(
      expect.objectContaining({ tokenId: token, info: expect.objectContaining({ frozen: true }) }),
    );
    const claim = (contractInfo?: object) =>
      platform.getTokenPerpetualDistributionLastClaim({
        version: {
          case: 'v0',
          value: {
            tokenId: token,
            identityId: base58.decode(ids.alice),
            ...(contractInfo === undefined ? {} : { contractInfo }),
          },
        },
      });
    const named = await claim({ contractId: base58.decode(contractId), tokenContractPosition: 0 });
    expect(named.version.value?.result.value).toMatchObject({ paidAt: { case: 'blockHeight' } });
    const raw = await claim();
    expect(raw.version.value?.result.value).toMatchObject({ paidAt: { case: 'rawBytes' } });
    const supply = await platform.getTokenTotalSupply({ version: { case: 'v0', value: { tokenId: token } } });
    const total = (await local.getToken({ contractId }))?.totalSupply;
    expect(supply.version.value?.result.value).toMatchObject({ totalSystemAmount: total });
  });

  it('are paid for by the block where a node does not read actions and accounts before its mempool', async () => {
    const rejected = async (person: Person, itemOf: (base: object) => object, options: Options = {}) => {
      const before = (await local.getIdentity({ id: ids[person] }))?.balance ?? 0n;
      const { code } = await send(person, itemOf, options);
      expect((await local.getIdentity({ id: ids[person] }))?.balance).toBeLessThan(before);
      return code;
    };
    const nobody = base58.encode(new Uint8Array(32).fill(7));
    const destroy = (base: object) =>
      new sdk.TokenDestroyFrozenFundsTransition({ base, frozenIdentityId: nobody });
    expect(await rejected('alice', destroy)).toBe(40_700);

    const mint = (base: object) =>
      new sdk.TokenMintTransition({ base, amount: 9n, issuedToIdentityId: ids.bob });
    expect(await rejected('bob', mint, sign(nobody))).toBe(40_801);
    // The missing account comes before the missing action.
    expect(await rejected('bob', destroy, sign(nobody))).toBe(40_700);
    const id = groupActionId(
      { action: 'mint', amount: 9n, issuedToIdentityId: base58.decode(ids.bob), publicNote: undefined },
      {
        tokenId: tokenId(1),
        proposerId: base58.decode(ids.alice),
        nonce: nonces.alice + 1n,
        protocolVersion: PV,
      },
    );
    const actionId = base58.encode(id ?? new Uint8Array());
    await send('alice', mint, { position: 1, group: { actionId, isActionProposer: true } });
    expect((await send('bob', mint, sign(actionId))).code).toBeUndefined();
    expect(await rejected('alice', mint, sign(actionId))).toBe(40_802);
  });
});
