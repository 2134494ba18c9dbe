/** Lists the identities that act: the owner of the contract, and strangers. */
export const ACTORS = ['owner', 'alice', 'bob', 'carol'] as const;

/** Names an identity that acts. */
export type ActorName = (typeof ACTORS)[number];

/** Describes the data of a document in the JSON form: base64 for bytes, base58 for identifiers. */
export type DocumentJson = Readonly<Record<string, unknown>>;

interface Acting {
  readonly by: ActorName;
  /** Params of the call beside those of the step, such as another key, nonce or revision. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** Names a document by the label that its create gave it. */
interface OnDocument extends Acting {
  readonly documentType: string;
  /** Such as `note1`. */
  readonly document: string;
}

interface OnToken extends Acting {
  readonly tokenPosition: number;
  readonly amount: bigint;
}

/** Describes a transition of an identity, or a wait. Ids of documents are labels, so that steps replay elsewhere. */
export type Step =
  | (OnDocument & { readonly action: 'create'; readonly data: DocumentJson })
  | (OnDocument & { readonly action: 'replace'; readonly data: DocumentJson })
  | (OnDocument & { readonly action: 'delete' })
  | (OnDocument & { readonly action: 'transfer'; readonly to: ActorName })
  /** Credits. */
  | (OnDocument & { readonly action: 'setPrice' | 'purchase'; readonly price: bigint })
  | (OnToken & { readonly action: 'mint' | 'sendTokens'; readonly to: ActorName })
  | (OnToken & { readonly action: 'burn' })
  | (Acting & {
      readonly action: 'claim';
      readonly tokenPosition: number;
      readonly distribution: 'perpetual' | 'preProgrammed';
    })
  | { readonly action: 'wait'; readonly milliseconds: number };

/** Describes the result of a step. Credits. */
export type Outcome =
  | { readonly accepted: true; readonly fee: bigint; readonly contested: boolean }
  | {
      readonly accepted: false;
      /** Official name of the rejection, or the reason of the local platform. */
      readonly name: string;
      /** Consensus number; absent where the network has none. */
      readonly code?: number;
      readonly message: string;
    };

/** Describes a step with its result. */
export interface ExecutedStep {
  readonly step: Step;
  readonly outcome: Outcome;
}
