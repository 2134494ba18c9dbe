import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { GasPayer, TokenAgreement, TokenCharge } from '../../state/token/token-payment.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/** Describes the owner of a contract that pays the fees of a signer. */
export interface GasSponsor {
  /** 32 bytes. */
  readonly identityId: Uint8Array;
  /** True if the signer does not pay where the owner cannot. */
  readonly isRequired: boolean;
}

const SIGNER: GasPayer = 0;
const OWNER: GasPayer = 1;

/**
 * Returns the owner of the contract where it offers to pay the fees, and the signer asks for that.
 *
 * Source: `token-cost.md` of the keywords of contracts in the book of dashpay/platform. Up to protocol 13 the signer always pays.
 * @throws {ConsensusError} 40129
 */
export function findSponsor(
  { contract, protocol }: DocumentScope,
  charge: TokenCharge | undefined,
  agreement: TokenAgreement | undefined,
): GasSponsor | undefined {
  if (!protocol.constraints) return undefined;
  const asked = agreement?.gasFeesPaidBy ?? SIGNER;
  const offered = charge?.cost.gasFeesPaidBy ?? SIGNER;
  if (asked === SIGNER) return undefined;
  if (asked === OWNER && offered !== OWNER)
    throw new ConsensusError('GasFeesPaidByNotAllowedError', {
      fields: { asked, offered },
      summary:
        offered === SIGNER
          ? 'the owner of the contract does not offer to pay the fees of the action'
          : 'the owner of the contract offers to pay the fees only if able',
      fix:
        offered === SIGNER ? 'pay them yourself: leave "gasFeesPaidBy" out' : 'ask with "gasFeesPaidBy": 2',
    });
  return offered === SIGNER ? undefined : { identityId: contract.ownerId, isRequired: asked === OWNER };
}
