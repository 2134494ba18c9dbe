import { loadBuilders, type OfficialBuilders } from './official-builders.js';

/** Tests use these builders of `@dashevo/wasm-sdk` 4.1.0 for items that change tokens. */
export interface TokenBuilders extends OfficialBuilders {
  readonly TokenBaseTransition: new (options: {
    identityContractNonce: bigint;
    tokenContractPosition: number;
    dataContractId: string;
    tokenId: object;
    usingGroupInfo?: object;
  }) => object;
  readonly GroupStateTransitionInfo: new (options: {
    groupContractPosition: number;
    actionId: string;
    isActionProposer: boolean;
  }) => object;
  readonly TokenTransition: new (item: object) => {
    readonly getHistoricalDocumentId: (owner: string) => { readonly toBase58: () => string };
  };
  readonly TokenMintTransition: new (options: object) => object;
  readonly TokenBurnTransition: new (options: object) => object;
  readonly TokenTransferTransition: new (options: object) => object;
  readonly TokenFreezeTransition: new (options: object) => object;
  readonly TokenUnFreezeTransition: new (options: object) => object;
  readonly TokenDestroyFrozenFundsTransition: new (options: object) => object;
  readonly TokenClaimTransition: new (options: object) => object;
  readonly TokenEmergencyActionTransition: new (options: object) => object;
  readonly TokenConfigUpdateTransition: new (options: object) => object;
  readonly TokenDirectPurchaseTransition: new (options: object) => object;
  readonly TokenSetPriceForDirectPurchaseTransition: new (options: object) => object;
  readonly TokenConfigurationChangeItem: { readonly MaxSupplyItem: (supply?: bigint) => object };
  readonly TokenPricingSchedule: { readonly SinglePrice: (credits: bigint) => object };
  readonly TokenConfiguration: {
    readonly calculateTokenId: (contractId: string, position: number) => { readonly toBase58: () => string };
  };
}

/** Loads `@dashevo/wasm-sdk` 4.1.0. */
export async function loadTokenBuilders(): Promise<TokenBuilders> {
  const builders = await loadBuilders();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the same module
  return builders as TokenBuilders;
}
