import { fixContract, type ContractDescription, type Diagnostic, type FeeEstimate } from '@dapikit/contract';
import { analyse, type Analysis } from './analysis.js';

/** Describes the description and fees of a contract, or of the contract with its suggested fixes. */
export interface Meaning {
  readonly text: string;
  readonly protocolVersion: number;
  readonly fees: FeeEstimate;
  readonly description: ContractDescription;
  readonly diagnostics: readonly Diagnostic[];
  /** True if `text` is the contract with its suggested fixes. */
  readonly isFixed: boolean;
}

/** Creates the description and fees; `undefined` where errors remain after the suggested fixes. */
export function createMeaning(analysis: Analysis): Meaning | undefined {
  const { text, protocolVersion, verdict } = analysis;
  if (verdict.accepted) return toMeaning(analysis, false);
  const { text: fixed } = fixContract(text, { protocolVersion });
  return fixed === text ? undefined : toMeaning(analyse(fixed, protocolVersion), true);
}

function toMeaning(
  { text, protocolVersion, fees, description, verdict: { diagnostics } }: Analysis,
  isFixed: boolean,
): Meaning | undefined {
  return fees && description && { text, protocolVersion, fees, description, diagnostics, isFixed };
}
