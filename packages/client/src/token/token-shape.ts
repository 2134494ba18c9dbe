/** Names an action that a group can decide. */
export type TokenAction =
  | 'mint'
  | 'burn'
  | 'freeze'
  | 'unfreeze'
  | 'destroyFrozen'
  | 'pause'
  | 'resume'
  | 'setPrice';

/** Describes a token of a contract: written by `dapikit generate`. */
export interface TokenShape {
  /** In its contract. */
  readonly position: number;
  /** Positions of the groups that decide actions. */
  readonly groups: Readonly<Partial<Record<TokenAction, number>>>;
}
