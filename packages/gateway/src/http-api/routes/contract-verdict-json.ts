import { linkDocs, validateContract, type ValidateContractOptions } from '@dapikit/contract';

/** Describes a contract as it is written, and how it is checked. */
export interface ContractCheck {
  readonly text: string;
  readonly options: ValidateContractOptions;
  /** Address of the documentation's site, for the `docs` of diagnostics; without one, they are commands. */
  readonly docsUrl?: string | undefined;
}

/** Checks a contract, and returns the verdict as JSON. */
export function contractVerdictJson({ text, options, docsUrl }: ContractCheck): string {
  const verdict = validateContract(text, options);
  return JSON.stringify({ ...verdict, diagnostics: linkDocs(verdict.diagnostics, docsUrl) });
}
