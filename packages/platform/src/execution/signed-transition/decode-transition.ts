import { firstProtocolWith, protocolAt, type ProtocolFeature } from '@dapikit/contract';
import {
  DecodeError,
  decodeStateTransition,
  signableBytes,
  stateTransitionId,
  type StateTransition,
} from '@dapikit/protocol';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { hexadecimalOrigin } from './hexadecimal-bytes.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import { checkSentSize } from '../transition/sent-size.js';

/** Describes a state transition that was sent as bytes. */
export interface SentTransition {
  /** SHA-256 of the bytes as they were sent: what clients wait for. */
  readonly id: Uint8Array;
  readonly bytes: Uint8Array;
  readonly decoded: StateTransition;
  /** Bytes that signatures cover. */
  readonly signable: Uint8Array;
  /** True if BLS signatures only have to be readable. */
  readonly acceptsWrongBls: boolean;
}

/** Names the feature of a protocol version with which a type comes. The other types are as old as the platform. */
const FEATURES: Readonly<Partial<Record<StateTransition['type'], ProtocolFeature>>> = {
  identityCreditTransferToAddresses: 'addressTransitions',
  identityCreateFromAddresses: 'addressTransitions',
  identityTopUpFromAddresses: 'addressTransitions',
  addressFundsTransfer: 'addressTransitions',
  addressFundingFromAssetLock: 'addressTransitions',
  addressCreditWithdrawal: 'addressTransitions',
  shield: 'shieldedTransitions',
  shieldedTransfer: 'shieldedTransitions',
  unshield: 'shieldedTransitions',
  shieldFromAssetLock: 'shieldedTransitions',
  shieldedWithdrawal: 'shieldedTransitions',
  identityCreateFromShieldedPool: 'shieldedTransitions',
};

/** Decodes a state transition. @throws {ConsensusError} 10602, 10002 or 10603, in this order. */
export function decodeTransition(
  bytes: Uint8Array,
  { protocolVersion, quirks }: Pick<PlatformRules, 'protocolVersion' | 'quirks'>,
): SentTransition {
  checkSentSize(bytes.length);
  const decoded = decodedOf(bytes, protocolVersion, quirks.ignoresTrailingBytes === true);
  const feature = FEATURES[decoded.type];
  if (feature !== undefined && !protocolAt(protocolVersion)[feature])
    throw new ConsensusError('StateTransitionNotActiveError', {
      stateTransitionType: decoded.type,
      currentProtocolVersion: protocolVersion,
      requiredProtocolVersion: firstProtocolWith(feature),
    });
  return {
    id: stateTransitionId(bytes),
    bytes,
    decoded,
    signable: signableBytes(decoded),
    acceptsWrongBls: quirks.acceptsWrongBls === true,
  };
}

function decodedOf(bytes: Uint8Array, protocolVersion: number, ignoresTrailing: boolean): StateTransition {
  try {
    const { value, length } = decodeStateTransition(bytes, { protocolVersion });
    if (ignoresTrailing || length === bytes.length) return value;
    throw new DecodeError({
      reason: 'trailing-bytes',
      expected: 'the end of the state transition',
      found: `${bytes.length - length} more bytes`,
      offset: length,
    });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const fix = hexadecimalOrigin(bytes);
    throw new ConsensusError('SerializedObjectParsingError', {
      parsingError: error.message,
      ...(fix === undefined ? {} : { fix }),
    });
  }
}
