import {
  compareContracts,
  estimateFees,
  type Diagnostic,
  type FeeEstimate,
  type UpdateVerdict,
} from '@dapikit/contract';
import { MAX_CONTRACT_FILE_BYTES, TOO_LARGE } from '../input/read-contract.js';
import type { Baseline } from './baseline.js';
import type { LanguageSettings } from './language-settings.js';

/** Limits the diagnostics of a file: an editor shows no more in a useful way. */
const MAX_DIAGNOSTICS = 1000;

/** Holds what the rules say about the text of a file. */
export interface Analysis {
  readonly diagnostics: readonly Diagnostic[];
  /** Says why the text is not judged. */
  readonly fault?: string;
  /** Registration of the contract as a new one, if the network accepts it. */
  readonly registration?: { readonly fees: FeeEstimate; readonly bytes: number };
  /** The contract as an update, where there is a baseline that can be compared. */
  readonly update?: UpdateVerdict;
}

/** Judges a text: as an update where it differs from a baseline, otherwise as a new contract. */
export function analyseContract(
  text: string,
  baseline: Baseline | undefined,
  { protocolVersion, form }: LanguageSettings,
): Analysis {
  if (text.length > MAX_CONTRACT_FILE_BYTES) return { diagnostics: [], fault: TOO_LARGE };
  const options = { protocolVersion, form, maxDiagnostics: MAX_DIAGNOSTICS };
  const { verdict, estimate } = estimateFees(text, options);
  const bytes = verdict.contract?.transitionBytes;
  const registration = estimate && bytes !== undefined ? { registration: { fees: estimate, bytes } } : {};
  const update = baseline?.text === undefined ? undefined : compareContracts(baseline.text, text, options);
  const isChanged = (update?.changes?.length ?? 0) > 0;
  const { diagnostics } = isChanged && update !== undefined ? update : verdict;
  return { diagnostics, ...registration, ...(update?.changes && { update }) };
}
