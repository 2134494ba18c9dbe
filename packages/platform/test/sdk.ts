interface SdkContract {
  readonly toJSON: (protocolVersion: number) => Record<string, unknown>;
  readonly id: { toString: () => string };
}
interface SdkDocument {
  toBytes: (contract: SdkContract, protocolVersion: number) => Uint8Array;
  toJSON: (protocolVersion: number) => Record<string, unknown>;
}

/** What the tests use of the official SDK. */
export interface Sdk {
  readonly DataContract: {
    fromJSON: (json: unknown, validate: boolean, protocolVersion: number) => SdkContract;
    fromBytes: (bytes: Uint8Array, validate: boolean, protocolVersion: number) => SdkContract;
    generateId: (owner: string, nonce: bigint) => { toString: () => string };
  };
  readonly Document: {
    fromJSON: (json: unknown, protocolVersion: number) => SdkDocument;
    fromBytes: (
      bytes: Uint8Array,
      contract: SdkContract,
      type: string,
      protocolVersion: number,
    ) => SdkDocument;
    generateId: (type: string, owner: string, contract: string, entropy: Uint8Array) => Uint8Array;
  };
  readonly VotePoll: new (options: {
    contractId: string;
    documentTypeName: string;
    indexName: string;
    indexValues: unknown[];
  }) => object;
  readonly Vote: new (poll: object, choice: object) => object;
  readonly ResourceVoteChoice: { Lock: () => object };
  readonly MasternodeVoteTransition: new (options: object) => { toHex: () => string };
  readonly OutPoint: new (txid: string, index: number) => object;
  readonly AssetLockProof: {
    createChainAssetLockProof: (
      coreHeight: number,
      outPoint: object,
    ) => { createIdentityId: () => { toString: () => string } };
  };
  readonly WasmSdk: { calculateTokenIdFromContract: (contract: string, position: number) => string };
}

/** Loads the official SDK, `@dashevo/wasm-sdk` 4.1.0. */
export async function loadSdk(): Promise<Sdk> {
  const name = '@dashevo/wasm-sdk';
  const sdk: Sdk & { readonly default: () => Promise<unknown> } = await import(name);
  await sdk.default();
  return sdk;
}
