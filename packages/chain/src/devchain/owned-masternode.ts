import type { Masternode } from '../rules/consensus/masternode.js';
import { MasternodeType } from '../primitives/masternode/masternode-type.js';
import type { Operator } from './keys.js';
import type { ChainParts } from './chain-parts.js';
import { FIRST_CONTROLLED, masternodeKeys, type MasternodeKeys } from './masternode-keys.js';
import { FOUNDING_MASTERNODES, lifeNumbers, lifeType } from './masternode-life.js';
import { ControlRejectedError } from './control-rejected-error.js';

/** Describes a masternode of the list whose keys the key ring has. */
export interface OwnedMasternode {
  readonly masternode: Masternode;
  readonly keys: MasternodeKeys;
}

/** From this number on come the operator keys that a control gives to masternodes. */
const FIRST_LATER_OPERATOR = 1_000_000_000;

/**
 * Returns a masternode with its keys.
 * @throws {ControlRejectedError} `unknown-masternode` when the list has none with the hash; `foreign-masternode` when its owner key is
 * not of this chain's mnemonic
 */
export function ownedMasternode(node: ChainParts, proTxHash: string): OwnedMasternode {
  const masternode = node.chain.tip.connected?.masternodes.get(proTxHash);
  if (masternode === undefined) {
    throw new ControlRejectedError('unknown-masternode', {
      expected: 'the proTxHash of a masternode of the list',
      found: proTxHash,
      fix: 'list the masternodes',
    });
  }
  for (const [index, type] of numbers(node)) {
    if (node.keyRing.account('owner', index).keyId !== masternode.keyIdOwner) continue;
    return { masternode, keys: masternodeKeys(node.keyRing, type, index) };
  }
  throw new ControlRejectedError('foreign-masternode', {
    expected: 'a masternode whose owner key comes from the mnemonic',
    found: proTxHash,
    fix: 'make and send its transaction with the keys that it was registered with',
  });
}

/**
 * Returns the key of a masternode's operator.
 * @throws {ControlRejectedError} `no-operator` when it was revoked; `foreign-operator` when the key is not of this chain's mnemonic
 */
export function operatorOf(node: ChainParts, { masternode, keys }: OwnedMasternode): Operator {
  const { keyRing, settings } = node;
  const { proTxHash, pubKeyOperator } = masternode;
  if (keys.operator.publicKey === pubKeyOperator) return keys.operator;
  for (let number = settings.operators - 1; number >= 0; number -= 1) {
    const operator = keyRing.operator(FIRST_LATER_OPERATOR + number);
    if (operator.publicKey === pubKeyOperator) return operator;
  }
  const isRevoked = /^0+$/.test(pubKeyOperator);
  throw new ControlRejectedError(isRevoked ? 'no-operator' : 'foreign-operator', {
    expected: 'a masternode whose operator key comes from the mnemonic',
    found: isRevoked ? `${proTxHash}, which has no operator` : proTxHash,
    fix: 'give it a new operator key by a registrar update',
  });
}

/** Returns the operator of this chain's mnemonic that a public key is of. */
export function operatorWithKey(node: ChainParts, publicKey: string): Operator | undefined {
  const { keyRing, settings } = node;
  const isIt = (operator: Operator): boolean => operator.publicKey === publicKey;
  for (const [index] of numbers(node)) {
    const operator = keyRing.operator(index);
    if (isIt(operator)) return operator;
  }
  const later = Array.from({ length: settings.operators }, (_, number) =>
    keyRing.operator(FIRST_LATER_OPERATOR + number),
  );
  return later.find(isIt);
}

/** Returns an operator key that no control gave to a masternode yet. */
export function nextOperator({ keyRing, settings }: ChainParts): Operator {
  return keyRing.operator(FIRST_LATER_OPERATOR + settings.operators);
}

/** Returns the numbers that a masternode of this chain can have, with its type. */
function* numbers({ chain, settings }: ChainParts): Generator<[index: number, type: MasternodeType]> {
  yield* FOUNDING_MASTERNODES.entries();
  for (let number = 0; number < settings.registered; number += 1) {
    yield [FIRST_CONTROLLED + 2 * number, MasternodeType.regular];
    yield [FIRST_CONTROLLED + 2 * number + 1, MasternodeType.evo];
  }
  for (const index of lifeNumbers(settings.shortestChangeInterval, chain.tip.height))
    yield [index, lifeType(index)];
}
