import type { Diagnostic } from '@dapikit/contract';
import type { ExecutedStep } from '../step/step.js';

/** Describes a finding about a contract, with steps that were executed and show it. */
export interface Finding extends Diagnostic {
  /** Absent where it is about the whole contract. */
  readonly documentType?: string;
  readonly steps: readonly ExecutedStep[];
  /** Test of vitest that executes the steps; for errors. */
  readonly test?: string;
}
