import {
  consensusErrorCode,
  encodeConsensusError,
  type ConsensusError as OfficialError,
} from '@dapikit/protocol';
import { ContractRejectedError } from '../contract/contract-error.js';
import type { ConsensusError, ConsensusErrorName } from '../../base/errors/consensus-error.js';
import { rejectedContractForm } from './contract-error-forms.js';
import { CONTRACT_ERROR_FORMS } from './document-error-forms.js';
import type { OfficialForms } from './field-values.js';

const FORMS: Partial<OfficialForms<ConsensusErrorName>> = {
  ...CONTRACT_ERROR_FORMS,
};

/**
 * Returns a rejection as the network serialises it: what clients get as `dash-serialized-consensus-error-bin`. Nothing where the network
 * has no such error, or where it is too large to be decoded: so is the error of a long script.
 */
export function errorBytes(error: ConsensusError | ContractRejectedError): Uint8Array | undefined {
  const official = error instanceof ContractRejectedError ? rejectedContractForm(error) : officialForm(error);
  if (official === undefined) return undefined;
  const code = consensusErrorCode(official);
  if (code !== error.code)
    throw new RangeError(`the error has code ${error.code}, its bytes have code ${code}`);
  const bytes = encodeConsensusError(official);
  return bytes.length <= MAX_BYTES ? bytes : undefined;
}

/** The maximum that official clients decode. Source: `ConsensusError` in `packages/rs-dpp` of dashpay/platform. */
const MAX_BYTES = 2_000;

function officialForm<Name extends ConsensusErrorName>(
  error: ConsensusError<Name>,
): OfficialError | undefined {
  return error.official ?? FORMS[error.reason]?.(error.payload);
}
