import type { LocalNode } from './local-node.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { quorumContext } from '../chain/chainstate/special-transactions.js';
import { dueCommitments, type DueCommitment } from '../rules/consensus/quorum-commitments.js';
import {
  CHAIN_LOCK_QUORUMS,
  INSTANT_LOCK_QUORUMS,
  PLATFORM_QUORUMS,
  type QuorumType,
} from '../rules/consensus/quorum-types.js';
import { SIGN_HEIGHT_OFFSET } from '../rules/signing/chain-lock.js';

/** Upper bound of cycles to form a quorum that rotates, whose members come from four cycles. */
const MAX_CYCLES = 8;

/**
 * Mines blocks until the final commitment of one quorum of each type is in the chain, of two where the type rotates, and eight more, so that
 * they can sign. The mempool is not mined.
 * @throws {ControlRejectedError} `too-few-members`; the node is then what it was
 */
export function formQuorums(node: LocalNode, types: readonly QuorumType[]): void {
  const before = node.point();
  const missing = new Set(types);
  for (let blocks = 0; missing.size > 0; blocks += 1) {
    if (blocks === MAX_CYCLES * CHAIN_LOCK_QUORUMS.cycle) {
      node.restore(before);
      throw tooFewMembers([...missing]);
    }
    agreeOnQuorums(node, missing);
    const { height, connected } = node.mineApart([]);
    for (const type of missing) {
      const mined = connected?.quorums.latest(type, type.perCycle) ?? [];
      const isFormed =
        mined.length === type.perCycle && mined.every(({ minedHeight }) => minedHeight === height);
      if (isFormed) missing.delete(type);
    }
  }
  for (let blocks = 0; blocks < SIGN_HEIGHT_OFFSET; blocks += 1) node.mineApart([]);
}

/** Agrees on quorums with the next blocks for the locks that the settings of the chain request and that no quorum signs, and for the platform. */
export function renewQuorums(node: LocalNode): void {
  const { chain, settings } = node;
  const { instantSend, chainLocks } = settings.locks;
  const wanted = [
    ...(chainLocks ? [CHAIN_LOCK_QUORUMS] : []),
    ...(instantSend ? [INSTANT_LOCK_QUORUMS] : []),
    ...(chainLocks || instantSend ? [PLATFORM_QUORUMS] : []),
  ];
  const quorums = chain.tip.connected?.quorums;
  const missing = wanted.filter((type) => (quorums?.latest(type, type.perCycle).length ?? 0) < type.perCycle);
  if (missing.length > 0) agreeOnQuorums(node, new Set(missing));
}

/** Generates the keys of the quorums that are due in the next block, if all quorums of the cycle can form. */
function agreeOnQuorums(node: LocalNode, types: ReadonlySet<QuorumType>): void {
  for (const type of types) {
    const due = dueCommitments(quorumContext(node.chain.tip)).filter(({ quorumType }) => quorumType === type);
    const formed = due.filter(({ quorumHash }) => {
      const base = node.chain.block(quorumHash);
      return base !== undefined && node.quorums.keys(type, base) !== undefined;
    });
    if (formed.length === 0 || formed.length < type.perCycle) continue;
    const isNew = ({ quorumHash }: DueCommitment): boolean =>
      node.settings.formed.every((each) => each.llmqType !== type.type || each.quorumHash !== quorumHash);
    const added = formed.filter(isNew).map(({ quorumHash }) => ({ llmqType: type.type, quorumHash }));
    if (added.length === 0) continue;
    node.settings = { ...node.settings, formed: [...node.settings.formed, ...added] };
  }
}

function tooFewMembers(types: readonly QuorumType[]): ControlRejectedError {
  return new ControlRejectedError('too-few-members', {
    expected: types
      .map(({ name, minSize, isEvoOnly }) => `${minSize} ${isEvoOnly ? 'evolution ' : ''}members for ${name}`)
      .join(', '),
    found: 'fewer masternodes that are confirmed, not banned, and operated with keys of the mnemonic',
    fix: 'register masternodes, or lift bans',
  });
}
