import { base64 } from '@scure/base';
import { hexToBytes } from '@noble/hashes/utils.js';
import { InputError } from '../../base/errors/input-error.js';
import { readId, readMembers, readName, readUnsigned } from '../../state/input/read-input.js';
import type { SignedRequest } from '../transition/transition.js';
import { readKeyId } from '../../state/input/read-signed.js';
import type { GasPayer, TokenAgreement } from '../../state/token/token-payment.js';

/** Describes a transition on documents of a type, as it was read. */
export interface DocumentRequest {
  readonly signed: SignedRequest;
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
  readonly agreement: TokenAgreement | undefined;
  /** The fee of the action that the signer agrees to; absent where it agrees to none. */
  readonly feeAgreement?: ActionFeeAgreement | undefined;
  /** The size of the signed bytes; absent where an unsigned control has none. */
  readonly sentBytes?: number;
}

/** Describes the fee of an action that a signer agrees to: the amounts of the contract, in credits. */
export interface ActionFeeAgreement {
  readonly owner: bigint;
  readonly moderators: bigint;
  /** The multiplier that the signer knows, and how far it may rise; absent for amounts that are charged as they are. */
  readonly feeMultiplier?: { readonly knownPermille: bigint; readonly increaseTolerancePercent: bigint };
}

/** Describes a request about a stored document. */
export interface StoredRequest extends DocumentRequest {
  readonly documentId: Uint8Array;
  /** The stored one plus one when absent. */
  readonly revision: bigint | undefined;
}

/** Describes the members of such an input that all have, not read yet. */
type Members = Readonly<Record<string, unknown>>;

/** Reads the members of all document transitions. @throws {InputError} */
export function readRequest(members: Members): DocumentRequest {
  const { keyId, nonce, userFeeIncrease } = members;
  return {
    signed: {
      by: readId(members['by'], 'by'),
      ...(keyId === undefined ? {} : { keyId: readKeyId(keyId) }),
      ...(nonce === undefined ? {} : { nonce: readUnsigned(nonce, 'nonce') }),
      ...(userFeeIncrease === undefined
        ? {}
        : { userFeeIncrease: readSmall(userFeeIncrease, 'userFeeIncrease') }),
    },
    contractId: readId(members['contractId'], 'contractId'),
    documentType: readName(members['documentType'], 'documentType'),
    agreement: readAgreement(members['tokenPaymentInfo']),
    feeAgreement: readFeeAgreement(members['actionFeeAgreement']),
  };
}

/** Reads the members of transitions of stored documents. @throws {InputError} */
export function readStoredRequest(members: Members): StoredRequest {
  const { revision } = members;
  return {
    ...readRequest(members),
    documentId: readId(members['id'], 'id'),
    revision: revision === undefined ? undefined : readUnsigned(revision, 'revision'),
  };
}

const ENTROPY_BYTES = 32;
const HEX = /^[\da-f]{64}$/i;

/** Reads 32 bytes, or their base64 or hexadecimal text. @throws {InputError} */
export function readEntropy(input: unknown): Uint8Array {
  const bytes = typeof input === 'string' ? textBytes(input) : input;
  if (bytes instanceof Uint8Array && bytes.length === ENTROPY_BYTES) return Uint8Array.from(bytes);
  throw new InputError('entropy', {
    expected: '32 bytes, or as many as base64 or hexadecimal text',
    found: input,
  });
}

function textBytes(text: string): Uint8Array | undefined {
  if (HEX.test(text)) return hexToBytes(text);
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}

const FEE = 'actionFeeAgreement';

function readFeeAgreement(input: unknown): ActionFeeAgreement | undefined {
  if (input === undefined || input === null) return undefined;
  const { owner, moderators, feeMultiplier } = readMembers(input, FEE);
  const parts = {
    owner: readUnsigned(owner ?? 0, `${FEE}.owner`),
    moderators: readUnsigned(moderators ?? 0, `${FEE}.moderators`),
  };
  if (feeMultiplier === undefined || feeMultiplier === null) return parts;
  const members = readMembers(feeMultiplier, `${FEE}.feeMultiplier`);
  const read = (name: string) => readUnsigned(members[name], `${FEE}.feeMultiplier.${name}`);
  return {
    ...parts,
    feeMultiplier: {
      knownPermille: read('knownPermille'),
      increaseTolerancePercent: read('increaseTolerancePercent'),
    },
  };
}

const MAX_POSITION = 65_535;

const place = (name: string): string => `tokenPaymentInfo.${name}`;

function readAgreement(input: unknown): TokenAgreement | undefined {
  if (input === undefined || input === null) return undefined;
  const members = readMembers(input, 'tokenPaymentInfo');
  const {
    paymentTokenContractId: contractId,
    tokenContractPosition: position,
    minimumTokenCost: least,
    maximumTokenCost: most,
    gasFeesPaidBy: payer,
  } = members;
  return {
    ...(contractId === undefined
      ? {}
      : { paymentTokenContractId: readId(contractId, place('paymentTokenContractId')) }),
    ...(position === undefined
      ? {}
      : { tokenContractPosition: readSmall(position, place('tokenContractPosition')) }),
    ...(least === undefined ? {} : { minimumTokenCost: readUnsigned(least, place('minimumTokenCost')) }),
    ...(most === undefined ? {} : { maximumTokenCost: readUnsigned(most, place('maximumTokenCost')) }),
    ...(payer === undefined ? {} : { gasFeesPaidBy: readPayer(payer) }),
  };
}

const PAYERS = ['DocumentOwner', 'ContractOwner', 'PreferContractOwner'] as const;

/** Reads who is asked to pay the fees, by number or name. */
function readPayer(input: unknown): GasPayer {
  const number = typeof input === 'string' ? PAYERS.findIndex((name) => name === input) : input;
  if (number === 0 || number === 1 || number === 2) return number;
  throw new InputError(place('gasFeesPaidBy'), { expected: `0 to 2, or ${PAYERS.join(', ')}`, found: input });
}

/** Reads a number from 0 to 65535. */
function readSmall(input: unknown, place: string): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0 && input <= MAX_POSITION)
    return input;
  throw new InputError(place, { expected: `a whole number from 0 to ${MAX_POSITION}`, found: input });
}
