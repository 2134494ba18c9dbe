import {
  GroupStateTransitionInfo,
  type StateTransition,
  TokenBaseTransition,
  TokenBurnTransition,
  TokenClaimTransition,
  TokenDestroyFrozenFundsTransition,
  TokenDirectPurchaseTransition,
  TokenEmergencyActionTransition,
  TokenFreezeTransition,
  TokenMintTransition,
  TokenPricingSchedule,
  TokenSetPriceForDirectPurchaseTransition,
  TokenTransferTransition,
  TokenTransition,
  TokenUnFreezeTransition,
  type EvoSDK,
  type TokenTransitionLike,
} from '@dashevo/evo-sdk';
import { identifier, identifierText, type Identifier } from '../document/identifier.js';
import { ClientError } from '../error/client-error.js';
import { fromSdk } from '../error/sdk-error.js';
import type { TransitionSender } from '../write/transition-sender.js';
import { groupActionId, u64, type ProposedAction } from './group-action-id.js';
import type { TokenNote, TokenPrices } from './token.js';
import type { TokenAction, TokenShape } from './token-shape.js';

/** Holds the parts that a token works with. */
export interface TokenParts {
  readonly sdk: EvoSDK;
  /** Base58. */
  readonly contractId: string;
  /** Undefined where nobody signs: then nothing can be written. */
  readonly sender: TransitionSender | undefined;
}

/** The signature of a group: a new action, or one that was proposed. */
type Signing = { readonly kind: 'propose' } | { readonly kind: 'approve'; readonly actionId: Identifier };

/** Number of the weakest key that signs transitions of tokens: critical. */
const KEY_LEVEL = 1;
const NOTHING = new Uint8Array();

/** Reads and writes one token of a contract. The generated types say which of its methods a token has. */
export class ContractToken {
  readonly #parts: TokenParts;
  readonly #shape: TokenShape;
  readonly #signing: Signing | undefined;

  constructor(parts: TokenParts, shape: TokenShape, signing?: Signing) {
    this.#parts = parts;
    this.#shape = shape;
    this.#signing = signing;
  }

  async id(): Promise<Identifier> {
    return identifier(await this.#id());
  }

  async balance(of?: Identifier): Promise<bigint> {
    const id = of ?? this.#signer();
    return (await this.balances([id])).get(identifierText(id)) ?? 0n;
  }

  async balances(of: readonly Identifier[]): Promise<ReadonlyMap<string, bigint>> {
    return fromSdk(this.#parts.sdk.tokens.balances(of.map(identifierText), await this.#id()));
  }

  async supply(): Promise<bigint> {
    return (await fromSdk(this.#parts.sdk.tokens.totalSupply(await this.#id())))?.totalSupply ?? 0n;
  }

  async isPaused(): Promise<boolean> {
    const id = await this.#id();
    return (await fromSdk(this.#parts.sdk.tokens.statuses([id]))).get(id)?.isPaused ?? false;
  }

  async price(): Promise<bigint | undefined> {
    const id = await this.#id();
    const prices = await fromSdk(this.#parts.sdk.tokens.directPurchasePrices([id]));
    const price = prices.get(id)?.currentPrice;
    return price === undefined ? undefined : BigInt(price);
  }

  async isFrozen(of?: Identifier): Promise<boolean> {
    const identity = identifierText(of ?? this.#signer());
    const infos = await fromSdk(this.#parts.sdk.tokens.identitiesTokenInfos([identity], await this.#id()));
    return infos.get(identity)?.isFrozen ?? false;
  }

  propose(): ContractToken {
    return new ContractToken(this.#parts, this.#shape, { kind: 'propose' });
  }

  approve(actionId: Identifier): ContractToken {
    return new ContractToken(this.#parts, this.#shape, { kind: 'approve', actionId });
  }

  async transfer(to: Identifier, amount: bigint, options?: TokenNote): Promise<void> {
    const recipientId = identifierText(to);
    await this.#send(
      (base) => new TokenTransferTransition({ base, recipientId, amount, ...noteOf(options) }),
    );
  }

  async mint(
    amount: bigint,
    options?: TokenNote & { readonly to?: Identifier },
  ): Promise<Identifier | undefined> {
    const to = options?.to;
    return this.#act(
      'mint',
      { name: 'mint', content: u64(amount) },
      (base) =>
        new TokenMintTransition({
          base,
          amount,
          ...(to && { issuedToIdentityId: identifierText(to) }),
          ...this.#noteOf(options),
        }),
    );
  }

  async burn(amount: bigint, options?: TokenNote): Promise<Identifier | undefined> {
    return this.#act(
      'burn',
      { name: 'burn', content: u64(amount) },
      (base) => new TokenBurnTransition({ base, burnAmount: amount, ...this.#noteOf(options) }),
    );
  }

  async freeze(identity: Identifier, options?: TokenNote): Promise<Identifier | undefined> {
    const identityToFreezeId = identifierText(identity);
    return this.#act(
      'freeze',
      { name: 'freeze', content: identity },
      (base) => new TokenFreezeTransition({ base, identityToFreezeId, ...this.#noteOf(options) }),
    );
  }

  async unfreeze(identity: Identifier, options?: TokenNote): Promise<Identifier | undefined> {
    const frozenIdentityId = identifierText(identity);
    return this.#act(
      'unfreeze',
      { name: 'unfreeze', content: identity },
      (base) => new TokenUnFreezeTransition({ base, frozenIdentityId, ...this.#noteOf(options) }),
    );
  }

  async destroyFrozen(identity: Identifier, options?: TokenNote): Promise<Identifier | undefined> {
    const frozenIdentityId = identifierText(identity);
    return this.#act(
      'destroyFrozen',
      { name: 'destroy', content: identity },
      (base) => new TokenDestroyFrozenFundsTransition({ base, frozenIdentityId, ...this.#noteOf(options) }),
    );
  }

  async pause(options?: TokenNote): Promise<Identifier | undefined> {
    return this.#emergency('pause', 0, options);
  }

  async resume(options?: TokenNote): Promise<Identifier | undefined> {
    return this.#emergency('resume', 1, options);
  }

  async setPrice(price: TokenPrices | undefined, options?: TokenNote): Promise<Identifier | undefined> {
    const action = { name: 'set_price_for_direct_purchase', content: priceContent(price) };
    return this.#act(
      'setPrice',
      action,
      (base) =>
        new TokenSetPriceForDirectPurchaseTransition({
          base,
          ...(price !== undefined && { price: scheduleOf(price) }),
          ...this.#noteOf(options),
        }),
    );
  }

  async buy(amount: bigint, maxCredits: bigint): Promise<void> {
    await this.#send(
      (base) => new TokenDirectPurchaseTransition({ base, tokenCount: amount, totalAgreedPrice: maxCredits }),
    );
  }

  async claim(distribution: 'perpetual' | 'preProgrammed', options?: TokenNote): Promise<void> {
    await this.#send(
      (base) => new TokenClaimTransition({ base, distributionType: distribution, ...noteOf(options) }),
    );
  }

  async #emergency(
    action: 'pause' | 'resume',
    content: number,
    options: TokenNote | undefined,
  ): Promise<Identifier | undefined> {
    return this.#act(
      action,
      { name: 'emergency_action', content: Uint8Array.of(content) },
      (base) =>
        new TokenEmergencyActionTransition({ base, emergencyAction: action, ...this.#noteOf(options) }),
    );
  }

  /** Sends what a group may decide. @returns the id of the action where one does */
  async #act(
    action: TokenAction,
    proposed: ProposedAction,
    make: (base: TokenBaseTransition) => TokenTransitionLike,
  ): Promise<Identifier | undefined> {
    const signing = this.#signing;
    if (signing === undefined) {
      await this.#send(make);
      return undefined;
    }
    const group = this.#shape.groups[action];
    if (group === undefined) throw new ClientError(`no group decides ${action}`);
    const tokenId = await this.id();
    let actionId: Identifier | undefined;
    await this.#send(make, async (nonce) => {
      actionId =
        signing.kind === 'approve'
          ? signing.actionId
          : identifier(await groupActionId(proposed, tokenId, this.#signer(), nonce));
      return new GroupStateTransitionInfo({
        groupContractPosition: group,
        actionId: identifierText(actionId),
        isActionProposer: signing.kind === 'propose',
      });
    });
    return actionId;
  }

  async #send(
    make: (base: TokenBaseTransition) => TokenTransitionLike,
    group?: (nonce: bigint) => Promise<GroupStateTransitionInfo>,
  ): Promise<void> {
    const { sdk, sender, contractId } = this.#parts;
    if (sender === undefined) throw new ClientError('nobody signs: give a signer when the client is created');
    const { position } = this.#shape;
    const tokenId = await this.#id();
    // The setting `waitTimeoutMs` of evo-sdk 4.1 panics: the promise never settles.
    const read = async (transition: StateTransition) => sdk.stateTransitions.waitForAffectedState(transition);
    await sender.send(
      { what: `transitions of token ${position}`, keyLevel: KEY_LEVEL },
      async ({ nonce }) => {
        const usingGroupInfo = await group?.(nonce);
        const base = new TokenBaseTransition({
          identityContractNonce: nonce,
          tokenContractPosition: position,
          dataContractId: contractId,
          tokenId,
          ...(usingGroupInfo && { usingGroupInfo }),
        });
        return new TokenTransition(make(base));
      },
      // The network proves the state behind transitions of tokens, not each of them: most leave nothing else.
      { wait: read, find: read },
    );
  }

  /** Only the proposer of an action writes a note. */
  #noteOf(options: TokenNote | undefined): { readonly publicNote?: string } {
    return this.#signing?.kind === 'approve' ? {} : noteOf(options);
  }

  #signer(): Identifier {
    const { sender } = this.#parts;
    if (sender === undefined) throw new ClientError('nobody signs: name an identity');
    return sender.identityId;
  }

  async #id(): Promise<string> {
    const { sdk, contractId } = this.#parts;
    return fromSdk(sdk.tokens.calculateId(contractId, this.#shape.position));
  }
}

const noteOf = (options: TokenNote | undefined): { readonly publicNote?: string } =>
  options?.note === undefined ? {} : { publicNote: options.note };

/** evo-sdk 4.1 declares prices by amount as bigint, and takes numbers. @throws {ClientError} for a price that evo-sdk would cut to 64 bits */
const scheduleOf = (price: TokenPrices): TokenPricingSchedule =>
  typeof price === 'bigint'
    ? TokenPricingSchedule.SinglePrice(checkedU64(price))
    : TokenPricingSchedule.fromObject({
        $type: 'setPrices',
        prices: Object.fromEntries([...price].map(([amount, credits]) => [String(amount), credits])),
      });

function checkedU64(credits: bigint): bigint {
  if (BigInt.asUintN(64, credits) !== credits)
    throw new ClientError(`a price is from 0 to 2^64 - 1 credits, not ${credits}`);
  return credits;
}

/** Returns the price as the id of an action has it. */
function priceContent(price: TokenPrices | undefined): Uint8Array {
  if (price === undefined) return NOTHING;
  if (typeof price === 'bigint') return Uint8Array.of(ONE_PRICE, ...compact(price));
  const prices = [...price].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Uint8Array.from([PRICES, ...compact(BigInt(prices.length)), ...prices.flat().flatMap(compact)]);
}

/** Numbers of the kinds of prices in their serialised form. */
const [ONE_PRICE, PRICES] = [0, 1];

/** Writes an integer in the form of the network: small ones in a byte, others behind their width, the lowest byte first. */
function compact(value: bigint): number[] {
  if (value <= 250n) return [Number(value)];
  const [mark, width] = value < 1n << 16n ? [251, 2] : value < 1n << 32n ? [252, 4] : [253, 8];
  return [mark, ...Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))];
}
