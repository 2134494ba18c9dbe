import type { Diagnostic } from '@dapikit/contract';
import type { ExecutedStep } from '../step/step.js';

/** Describes a finding about a contract, with steps that were executed and show it. */
export interface Finding extends Diagnostic {
  readonly documentType: string;
  readonly steps: readonly ExecutedStep[];
}
