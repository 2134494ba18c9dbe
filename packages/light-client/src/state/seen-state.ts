/** Describes a state of the platform that a quorum signed. */
export interface SeenState {
  readonly height: number;
  /** Root hash of the state, in hexadecimal. */
  readonly appHash: string;
}
