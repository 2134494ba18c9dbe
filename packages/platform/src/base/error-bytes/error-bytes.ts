import { consensusErrorCode, encodeConsensusError } from '@dapikit/protocol';
import { ConsensusError } from '../errors/consensus-error.js';
import { rejectedContractForm } from './contract-error-forms.js';
import type { RejectedContract } from './contract-facts.js';

/**
 * Returns a rejection as the network serialises it: what clients get as `dash-serialized-consensus-error-bin`. Nothing where the network
 * has no such error, or where it is too large to be decoded: so is the error of a long script.
 */
export function errorBytes(error: ConsensusError | RejectedContract): Uint8Array | undefined {
  const official = error instanceof ConsensusError ? error.official : rejectedContractForm(error);
  if (official === undefined) return undefined;
  const code = consensusErrorCode(official);
  if (code !== error.code)
    throw new RangeError(`the error has code ${error.code}, its bytes have code ${code}`);
  const bytes = encodeConsensusError(official);
  return bytes.length <= MAX_BYTES ? bytes : undefined;
}

/** The maximum that official clients decode. Source: `ConsensusError` in `packages/rs-dpp` of dashpay/platform. */
const MAX_BYTES = 2_000;
