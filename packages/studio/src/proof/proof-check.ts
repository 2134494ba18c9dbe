/** Describes a check that this browser made. */
export interface ProofCheck {
  readonly title: string;
  readonly isPassed: boolean;
  readonly detail: string;
}
