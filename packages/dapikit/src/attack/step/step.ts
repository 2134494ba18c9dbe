/** Lists the identities that act: the owner of the contract, and strangers. */
export const ACTORS = ['owner', 'alice', 'bob', 'carol'] as const;

/** Lists the masternodes that vote. */
export const MASTERNODES = ['masternode1', 'masternode2', 'masternode3'] as const;

/** Names a masternode that votes. */
export type MasternodeName = (typeof MASTERNODES)[number];

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

interface WithData {
  readonly data: DocumentJson;
  /** Paths of identifiers in the data that are labels of other documents. */
  readonly references?: readonly string[];
}

interface OnToken extends Acting {
  readonly tokenPosition: number;
  /** The group that decides, where one does. */
  readonly group?: GroupPart;
}

interface WithAmount extends OnToken {
  readonly amount: bigint;
}

/** Says how a member acts for a group: it proposes an action, or signs the one of a proposal. */
export interface GroupPart {
  readonly position: number;
  /** Label of the proposal, such as `proposal1`. */
  readonly proposal: string;
  readonly isSigning: boolean;
}

/** Describes a setting of a token and its new value, in the official JSON. */
export interface TokenSetting {
  readonly $type: string;
  readonly value: unknown;
}

/** Names a contest: the values of a contested index. */
export interface ContestName {
  readonly documentType: string;
  readonly indexName: string;
  /** In the order of the index, in the JSON form. */
  readonly indexValues: readonly unknown[];
}

/** Describes a transition of an identity, or a wait. Ids of documents are labels, so that steps replay elsewhere. */
export type Step =
  | (OnDocument & WithData & { readonly action: 'create' })
  | (OnDocument & WithData & { readonly action: 'replace' })
  | (OnDocument & { readonly action: 'delete' })
  | (OnDocument & { readonly action: 'transfer'; readonly to: ActorName })
  /** Credits. */
  | (OnDocument & { readonly action: 'setPrice' | 'purchase'; readonly price: bigint })
  /** Without a recipient, the identity gets the tokens that the contract names for new ones. */
  | (WithAmount & { readonly action: 'mint'; readonly to?: ActorName })
  | (WithAmount & { readonly action: 'sendTokens'; readonly to: ActorName })
  | (WithAmount & { readonly action: 'burn' })
  | (OnToken & { readonly action: 'freeze' | 'unfreeze' | 'destroyFrozen'; readonly of: ActorName })
  | (OnToken & { readonly action: 'pause' | 'resume' })
  /** Credits of one token. */
  | (OnToken & { readonly action: 'setTokenPrice'; readonly price: bigint })
  /** Credits of all tokens. */
  | (WithAmount & { readonly action: 'buyTokens'; readonly price: bigint })
  | (OnToken & { readonly action: 'claim'; readonly distribution: 'perpetual' | 'preProgrammed' })
  | (OnToken & { readonly action: 'changeSetting'; readonly item: TokenSetting })
  | {
      readonly action: 'vote';
      readonly masternode: MasternodeName;
      readonly contest: ContestName;
      readonly choice: ActorName | 'abstain' | 'lock';
    }
  | { readonly action: 'wait'; readonly milliseconds: number };

/** Describes a step about a token. */
export type TokenStep = Extract<Step, { readonly tokenPosition: number }>;

/** Describes a step about a token that anybody may make, alone or for a group. */
export type WithoutActor<Some extends TokenStep = TokenStep> = Some extends TokenStep
  ? Omit<Some, 'by' | 'group'>
  : never;

/** Describes the result of a step. Credits. */
export type Outcome =
  | {
      readonly accepted: true;
      readonly fee: bigint;
      readonly contested: boolean;
      /** True for an action of a group that waits for further members. */
      readonly pending?: true;
    }
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
