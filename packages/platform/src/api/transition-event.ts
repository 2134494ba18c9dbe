import { stateTransition, type StateTransition } from '@dapikit/protocol';
import { bytesToHex } from '@noble/hashes/utils.js';
import { identifierText } from '../base/bytes/identifier.js';
import { ConsensusError } from '../base/errors/consensus-error.js';
import { isPlatformError, PlatformError } from '../base/errors/platform-error.js';
import { InputError } from '../base/errors/input-error.js';
import type { Block } from '../state/chain/block.js';
import { ContractRejectedError } from '../state/contract/contract-error.js';
import type { Trace } from '../execution/trace/trace.js';
import { namedIdentifiers } from '../state/transition-result/named-identifiers.js';
import { StoreUnavailableError } from '../store/store-unavailable-error.js';
import { contentSummary, type TransitionSummary } from './transition-summary.js';

/** Describes why a transition was rejected. */
export interface TransitionRejection {
  /** The official number; absent where the network has none. */
  readonly code?: number;
  /** The official name; that of an error of this package where the network has none. */
  readonly name: string;
  /** The reason, with the fix. */
  readonly message: string;
  /** Where the error is in the input of an unsigned call: a JSON pointer. */
  readonly at?: string;
  readonly fix?: string;
  /** Command that explains the rule. */
  readonly docs?: string;
  /** True if the signer paid, and the nonce is used. */
  readonly isPaid: boolean;
}

/** Describes a transition that a platform executed or rejected, signed or as an unsigned call. */
export interface TransitionEvent {
  readonly summary: TransitionSummary;
  /** SHA-256 of the bytes of a signed transition, in hexadecimal digits; absent for an unsigned call. */
  readonly id?: string;
  /** The bytes of a signed transition. */
  readonly bytes?: Uint8Array;
  /** The block that executed it; absent where none did, and where the unsigned call does not return it. */
  readonly block?: Block;
  /** Credits that were charged. */
  readonly fee?: bigint;
  /** Absent for an executed transition. */
  readonly rejection?: TransitionRejection;
  /** The input of an unsigned call. */
  readonly input?: unknown;
  /** The result of an executed unsigned call. */
  readonly result?: unknown;
  /** The steps of a signed transition, where they are recorded. */
  readonly trace?: Trace;
  /** Returns the content: the official JSON of a signed transition, or the input of an unsigned call; nothing for bytes that cannot be decoded. */
  readonly content: () => unknown;
  /** Returns the identifiers that it names, in base58. */
  readonly named: () => ReadonlySet<string>;
}

/** Receives the transitions of a platform, in the order in which they were executed or rejected. */
export type TransitionListener = (event: TransitionEvent) => void;

/** Describes the outcome of a transition. */
export type TransitionResultFacts = Pick<TransitionEvent, 'block' | 'fee' | 'rejection' | 'result' | 'trace'>;

/** Returns the event of a signed transition. @param decoded absent for bytes that cannot be decoded */
export const signedEvent = (
  { id, bytes, decoded }: { id: Uint8Array; bytes: Uint8Array; decoded: StateTransition | undefined },
  outcome: TransitionResultFacts,
): TransitionEvent => ({
  ...outcome,
  summary: contentSummary(decoded),
  id: bytesToHex(id),
  bytes,
  content: () => decoded && stateTransition.toJson(decoded),
  named: () => new Set(decoded === undefined ? [] : namedIdentifiers(decoded).map(identifierText)),
});

/**
 * Returns why an error rejects a transition; nothing for an error that is no rejection: of a store, of the form of a call, of a bug.
 */
export function rejectionOf(error: unknown): TransitionRejection | undefined {
  if (!(error instanceof PlatformError) || !isPlatformError(error)) return undefined;
  if (error instanceof StoreUnavailableError || error instanceof InputError) return undefined;
  const { name, message, at, fix, docs } = error;
  const isOfNetwork = error instanceof ConsensusError || error instanceof ContractRejectedError;
  const code = isOfNetwork ? error.code : undefined;
  return {
    ...(code !== undefined && { code }),
    name,
    message,
    ...(at !== undefined && { at }),
    ...(fix !== undefined && { fix }),
    docs,
    isPaid: isOfNetwork && error.isPaid,
  };
}

/** Returns the fee that a rejection cost. */
export const feeOfRejection = (error: unknown): bigint | undefined =>
  error instanceof ConsensusError || error instanceof ContractRejectedError ? error.fee : undefined;
