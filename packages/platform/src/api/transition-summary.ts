import type { StateTransition } from '@dapikit/protocol';
import { identifierText } from '../base/bytes/identifier.js';
import { systemContractName } from '../state/system-contract/system-contracts.js';

/** Describes in a few values what a transition is about. */
export interface TransitionSummary {
  /** Name of the transition, for an item of a batch with its action: `identityUpdate`, `documentCreate`, `tokenMint`. */
  readonly kind: string;
  /** Base58. */
  readonly contractId?: string;
  /** Name of a contract that the network comes with, such as `dpns`, or its alias. */
  readonly contractName?: string;
  readonly documentType?: string;
  readonly tokenPosition?: number;
  /** The identity that signs, in base58; absent where addresses or an asset lock pay. */
  readonly signerId?: string;
  /** Its alias. */
  readonly signerName?: string;
  /** The further items of a batch; 0 when absent. */
  readonly more?: number;
}

/** Returns the summary of a state transition. @param decoded absent for bytes that cannot be decoded */
export const contentSummary = (decoded: StateTransition | undefined): TransitionSummary =>
  decoded === undefined ? { kind: 'unreadable' } : summaryOf(decoded);

function summaryOf(transition: StateTransition): TransitionSummary {
  const signer = signerOf(transition);
  const signed = signer === undefined ? {} : { signerId: identifierText(signer) };
  if (transition.type === 'dataContractCreate' || transition.type === 'dataContractUpdate')
    return { kind: transition.type, ...contractOf(transition.dataContract.id), ...signed };
  if (transition.type !== 'batch') return { kind: transition.type, ...signed };
  const [first] = transition.transitions;
  if (first === undefined) return { kind: 'batch', ...signed };
  const more = transition.transitions.length - 1;
  return { ...summaryOfItem(first), ...signed, ...(more > 0 && { more }) };
}

type BatchItem = Extract<StateTransition, { readonly type: 'batch' }>['transitions'][number];

function summaryOfItem(item: BatchItem): TransitionSummary {
  const { base } = item;
  const contract = contractOf(base.dataContractId);
  return 'tokenContractPosition' in base
    ? { kind: kindOf('token', item.action), ...contract, tokenPosition: base.tokenContractPosition }
    : { kind: kindOf('document', item.action), ...contract, documentType: base.documentType };
}

const kindOf = (subject: string, action: string): string =>
  `${subject}${action.slice(0, 1).toUpperCase()}${action.slice(1)}`;

/** Returns the identity that signs: one that a transition creates or tops up does not. */
function signerOf(transition: StateTransition): Uint8Array | undefined {
  if (!('signaturePublicKeyId' in transition)) return undefined;
  if ('ownerId' in transition) return transition.ownerId;
  if ('identityId' in transition) return transition.identityId;
  if ('voterIdentityId' in transition) return transition.voterIdentityId;
  return 'dataContract' in transition ? transition.dataContract.ownerId : undefined;
}

/** Returns the names of a contract. @param id 32 bytes */
export function contractOf(id: Uint8Array): Pick<TransitionSummary, 'contractId' | 'contractName'> {
  const contractId = identifierText(id);
  const contractName = systemContractName(contractId);
  return { contractId, ...(contractName !== undefined && { contractName }) };
}
