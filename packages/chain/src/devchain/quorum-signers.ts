import { ControlRejectedError } from './control-rejected-error.js';
import type { QuorumKeys } from './quorum-keys.js';
import type { LocalNode } from './local-node.js';
import type { MinedCommitment } from '../rules/consensus/quorum-list.js';
import { PLATFORM_QUORUMS, quorumTypeOf, type QuorumType } from '../rules/consensus/quorum-types.js';
import { SIGN_HEIGHT_OFFSET } from '../rules/signing/chain-lock.js';
import { selectQuorum } from '../rules/signing/select-quorum.js';

/** Returns the keys of the quorum that signs a request at a height; `undefined` where none does, or not with a key of this chain. */
export function signerAt(
  node: LocalNode,
  quorumType: QuorumType,
  requestId: string,
  height: number,
): QuorumKeys | undefined {
  const from = node.chain.blockAt(height - SIGN_HEIGHT_OFFSET);
  const active = from?.connected?.quorums.active(quorumType) ?? [];
  const quorum = selectQuorum(
    active.map(({ commitment }) => commitment),
    requestId,
  );
  const mined = active.find(({ commitment }) => commitment === quorum);
  return mined && keysOfMined(node, mined);
}

/** Returns the keys of the latest quorum of the platform that signs; `undefined` where none does, or not with a key of this chain. */
export function platformQuorumKeys(node: LocalNode): QuorumKeys | undefined {
  const active = node.chain.tip.connected?.quorums.active(PLATFORM_QUORUMS) ?? [];
  return active.map((mined) => keysOfMined(node, mined)).find((keys) => keys !== undefined);
}

/** Returns the keys of a mined quorum; `undefined` where they are not of this chain's mnemonic. */
export function keysOfMined(
  node: LocalNode,
  { commitment, height }: MinedCommitment,
): QuorumKeys | undefined {
  const quorumType = quorumTypeOf(commitment.llmqType);
  const base = node.chain.blockAt(height);
  const keys = quorumType && base && node.quorums.keys(quorumType, base);
  return keys?.commitment.quorumPublicKey === commitment.quorumPublicKey ? keys : undefined;
}

/** Returns the error of a block that no quorum of this chain can sign. @param height of the block */
export function noQuorumError(height: number): ControlRejectedError {
  return new ControlRejectedError('no-quorum', {
    expected: `a block eight blocks or more above a quorum of this chain's mnemonic`,
    found: height,
    fix: 'lock the tip: a quorum is formed if there is none',
  });
}
