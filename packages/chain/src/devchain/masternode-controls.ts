import { bytesToHex } from '../base/bytes/hex.js';
import { isNoAddress } from '../rules/consensus/masternode-service.js';
import { MasternodeType } from '../primitives/masternode/masternode-type.js';
import { parseNetworkAddress, type NetworkAddress } from '../primitives/masternode/network-address.js';
import { regtestAddress, scriptOfAddress } from './address-script.js';
import { readOptions } from './control-input.js';
import { ownedMasternode, nextOperator, operatorOf } from './owned-masternode.js';
import type { LocalNode } from './local-node.js';
import type { Confirmation } from './confirmation.js';
import { FIRST_CONTROLLED, masternodeKeys } from './masternode-keys.js';
import { masternodeRecord, type MasternodeRecord } from './masternode-record.js';
import { registrarChange, registration, revocation, serviceChange } from './provider-drafts.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { payFrom, spendableCoins, type Draft } from './wallet.js';

/** Describes the registration of a masternode. */
export interface MasternodeRegistration {
  /** Regular unless said otherwise: 1000 DASH of collateral, or 4000 for an evolution masternode. */
  readonly type?: 'regular' | 'evo';
  /** Where its rewards go. */
  readonly payoutAddress?: string;
}

/** Describes a service update by the operator of a masternode. */
export interface ServiceUpdate {
  /** `<ip>:<port>`; the one that it has, or had first, unless said otherwise. */
  readonly service?: string;
}

/** Describes a registrar update by the owner of a masternode. */
export interface RegistrarUpdate {
  readonly votingAddress?: string;
  readonly payoutAddress?: string;
  /** A new operator key, of the mnemonic: it bans the masternode until its service is updated. */
  readonly newOperator?: boolean;
}

const LAST_REVOCATION_REASON = 3;

/**
 * Represents the masternodes of a development chain, changed by special transactions that the treasury pays for, each
 * in a block that is mined for it. The keys of all come from the mnemonic.
 *
 * What does not go with the rules is rejected as a Dash Core node rejects the transaction, by a `NodeRejectionError`.
 */
export class MasternodeControls {
  readonly #node: LocalNode;

  constructor(node: LocalNode) {
    this.#node = node;
  }

  /** Returns the masternodes after the tip, in the order in which they were registered. */
  list(): MasternodeRecord[] {
    return Array.from(this.#node.chain.tip.connected?.masternodes ?? [], masternodeRecord);
  }

  /**
   * Registers a masternode by a ProRegTx that contains its collateral. Its proTxHash is the id of the transaction.
   * @throws {ControlRejectedError} `invalid-masternode-type`; `invalid-address`
   * @throws {InsufficientFundsError} when the treasury cannot pay the collateral
   */
  register(options: MasternodeRegistration = {}): Confirmation {
    const { type = 'regular', payoutAddress } = readOptions(options, ['type', 'payoutAddress']);
    if (type !== 'regular' && type !== 'evo') {
      throw new ControlRejectedError('invalid-masternode-type', {
        expected: 'regular or evo',
        found: type,
      });
    }
    const { keyRing, settings } = this.#node;
    const index = FIRST_CONTROLLED + 2 * settings.registered + MasternodeType[type];
    const keys = masternodeKeys(keyRing, MasternodeType[type], index);
    const payout =
      payoutAddress === undefined
        ? keys.payout
        : { ...keys.payout, scriptPubKey: scriptOfAddress(payoutAddress) };
    const confirmation = this.#confirm(registration({ ...keys, payout }));
    this.#count('registered');
    return confirmation;
  }

  /**
   * Changes the service address of a masternode with a ProUpServTx of its operator: this lifts a ban.
   * @throws {ControlRejectedError} `unknown-masternode`, `foreign-masternode`, `no-operator`, `foreign-operator`, `invalid-service`
   */
  updateService(proTxHash: string, options: ServiceUpdate = {}): Confirmation {
    const { service } = readOptions(options, ['service']);
    const owned = ownedMasternode(this.#node, proTxHash);
    const { masternode, keys } = owned;
    const operator = operatorOf(this.#node, owned);
    const known = isNoAddress(masternode.service) ? keys.service : masternode.service;
    const laterService = service === undefined ? known : parseService(service);
    return this.#confirm(serviceChange(proTxHash, { ...keys, operator, laterService }));
  }

  /**
   * Changes voter, payee or operator, by a ProUpRegTx of its owner. What is not given stays.
   * @throws {ControlRejectedError} `unknown-masternode`, `foreign-masternode`, `invalid-address`
   */
  updateRegistrar(proTxHash: string, options: RegistrarUpdate = {}): Confirmation {
    const { masternode, keys } = ownedMasternode(this.#node, proTxHash);
    const { votingAddress, payoutAddress, newOperator } = readOptions(options, [
      'votingAddress',
      'payoutAddress',
      'newOperator',
    ]);
    const operator = newOperator ? nextOperator(this.#node) : undefined;
    const confirmation = this.#confirm(
      registrarChange(proTxHash, keys.owner, {
        keyIdVoting: votingAddress === undefined ? masternode.keyIdVoting : keyIdOf(votingAddress),
        scriptPayout: payoutAddress === undefined ? masternode.scriptPayout : scriptOfAddress(payoutAddress),
        pubKeyOperator: operator?.publicKey ?? masternode.pubKeyOperator,
      }),
    );
    if (operator !== undefined) this.#count('operators');
    return confirmation;
  }

  /**
   * Ends the operator's service, by a ProUpRevTx of the operator: the masternode is banned, and has no operator until its owner
   * names one.
   * @param reason 0 to 3: none, termination of service, compromised keys, change of keys
   * @throws {ControlRejectedError} `unknown-masternode`, `foreign-masternode`, `no-operator`, `foreign-operator`, `invalid-reason`
   */
  revoke(proTxHash: string, reason = 0): Confirmation {
    if (!Number.isInteger(reason) || reason < 0 || reason > LAST_REVOCATION_REASON) {
      throw new ControlRejectedError('invalid-reason', {
        expected: `a reason of 0 to ${LAST_REVOCATION_REASON}`,
        found: reason,
      });
    }
    const operator = operatorOf(this.#node, ownedMasternode(this.#node, proTxHash));
    return this.#confirm(revocation(proTxHash, { operator }, reason));
  }

  /**
   * Bans a masternode with a ProUpRegTx that sets a new operator key. On the network most bans are for missing from quorums;
   * here all take part, and this is the way in consensus to a ban that leaves the masternode with an operator.
   * @throws {ControlRejectedError} `already-banned`, `unknown-masternode`, `foreign-masternode`
   */
  ban(proTxHash: string): Confirmation {
    if (ownedMasternode(this.#node, proTxHash).masternode.banHeight !== undefined) {
      throw new ControlRejectedError('already-banned', {
        expected: 'a masternode that is not banned',
        found: proTxHash,
      });
    }
    return this.updateRegistrar(proTxHash, { newOperator: true });
  }

  /**
   * Lifts a ban by a service update. A masternode without an operator gets a new one first, in a block of its own.
   * @throws {ControlRejectedError} `not-banned`, `unknown-masternode`, `foreign-masternode`, `foreign-operator`
   */
  unban(proTxHash: string): Confirmation {
    const { masternode } = ownedMasternode(this.#node, proTxHash);
    if (masternode.banHeight === undefined) {
      throw new ControlRejectedError('not-banned', {
        expected: 'a masternode that is banned',
        found: proTxHash,
      });
    }
    if (masternodeRecord(masternode).operatorPublicKey === undefined) {
      this.updateRegistrar(proTxHash, { newOperator: true });
    }
    return this.updateService(proTxHash);
  }

  /**
   * Takes a masternode off the list: its collateral is spent, and goes to the treasury.
   * @throws {ControlRejectedError} `unknown-masternode`, `foreign-masternode`
   */
  remove(proTxHash: string): Confirmation {
    const { keyRing, chain } = this.#node;
    const { masternode, keys } = ownedMasternode(this.#node, proTxHash);
    const coin = chain.coins.coin(masternode.collateral);
    if (coin === undefined) throw new Error('a masternode of the list has its collateral');
    const changeScript = keyRing.account('treasury', 0).scriptPubKey;
    const spent = [{ outPoint: masternode.collateral, coin }];
    return this.#node.confirm(payFrom(keys.collateral, spent, { outputs: [], changeScript }));
  }

  #count(what: 'registered' | 'operators'): void {
    const { settings } = this.#node;
    this.#node.settings = { ...settings, [what]: settings[what] + 1 };
  }

  #confirm(draft: Draft): Confirmation {
    const { keyRing, chain, mempool } = this.#node;
    const treasury = keyRing.account('treasury', 0);
    return this.#node.confirm(payFrom(treasury, spendableCoins(treasury, chain, mempool), draft));
  }
}

function parseService(text: string): NetworkAddress {
  try {
    return parseNetworkAddress(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ControlRejectedError('invalid-service', {
      expected: 'an IP address and a port',
      found: text,
    });
  }
}

function keyIdOf(address: string): string {
  const { kind, hash } = regtestAddress(address);
  if (kind === 'publicKeyHash') return bytesToHex(hash);
  throw new ControlRejectedError('invalid-address', { expected: 'the address of a key', found: address });
}
