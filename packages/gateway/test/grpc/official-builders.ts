/** A transition of the official SDK. */
export interface BuiltTransition {
  readonly toStateTransition: () => {
    signByPrivateKey: (key: object, keyId: number | undefined, keyType: string) => void;
    signaturePublicKeyId?: number;
    readonly toBytes: () => Uint8Array;
  };
}

interface Identifier {
  readonly toBase58: () => string;
  readonly toBytes: () => Uint8Array;
}

interface BuiltDocument {
  readonly toObject: () => object;
  readonly id: Identifier;
}

interface BuiltItem {
  readonly toDocumentTransition: () => object;
}

/** What tests use of `@dashevo/wasm-sdk` 4.1.0 to build state transitions. */
export interface OfficialBuilders {
  readonly Identifier: new (bytes: Uint8Array) => Identifier;
  readonly PrivateKey: {
    readonly fromHex: (
      hex: string,
      network: string,
    ) => { readonly getPublicKey: () => { readonly toBytes: () => Uint8Array } };
  };
  readonly DataContract: new (options: {
    ownerId: object;
    identityNonce: bigint;
    schemas: object;
    fullValidation: boolean;
  }) => { readonly id: Identifier; readonly toJSON: (protocolVersion: number) => object };
  readonly Document: {
    /** Keeps bytes, which the constructor turns into integers or text. */
    readonly fromObject: (plain: object, platformVersion: number) => BuiltDocument;
    new (options: {
      properties: object;
      documentTypeName: string;
      dataContractId: object;
      ownerId: object;
      revision: bigint;
      entropy?: Uint8Array;
      id?: object;
    }): BuiltDocument;
  };
  readonly DataContractCreateTransition: new (
    contract: object,
    nonce: bigint,
    protocolVersion: number,
  ) => BuiltTransition;
  readonly DataContractUpdateTransition: new (
    contract: object,
    nonce: bigint,
    protocolVersion: number,
  ) => BuiltTransition;
  readonly DocumentCreateTransition: new (options: object) => BuiltItem;
  readonly DocumentReplaceTransition: new (options: object) => BuiltItem;
  readonly DocumentDeleteTransition: new (options: object) => BuiltItem;
  readonly DocumentTransferTransition: new (options: object) => BuiltItem;
  readonly DocumentUpdatePriceTransition: new (options: object) => BuiltItem;
  readonly DocumentPurchaseTransition: new (options: object) => BuiltItem;
  readonly BatchedTransition: new (item: object) => object;
  readonly BatchTransition: {
    readonly fromBatchedTransitions: (items: object[], owner: object, increase: number) => BuiltTransition;
  };
  readonly IdentityCreditTransfer: { readonly fromJSON: (json: object) => BuiltTransition };
}

/** Loads `@dashevo/wasm-sdk` 4.1.0. */
export async function loadBuilders(): Promise<OfficialBuilders> {
  const name = '@dashevo/wasm-sdk';
  const builders: OfficialBuilders & { readonly default: () => Promise<unknown> } = await import(name);
  await builders.default();
  return builders;
}
