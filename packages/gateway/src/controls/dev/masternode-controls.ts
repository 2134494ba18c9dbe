import type { DevChain } from '@dapikit/chain';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { defineControl, type Control, type ControlRejection } from './control.js';
import { flag, oneOf, optional, text, wholeNumber } from '../../base/params/param.js';

const CONFIRMATION = {
  type: 'object',
  properties: { txid: HASH_SCHEMA, blockHash: HASH_SCHEMA },
  required: ['txid', 'blockHash'],
};
const OWNED: readonly ControlRejection[] = [
  { reason: 'unknown-masternode', when: 'the list has no masternode with the hash' },
  { reason: 'foreign-masternode', when: 'its owner key is not from this chain’s mnemonic' },
  { reason: 'transaction-rejected', when: 'its transaction breaks the rule in `data.node`' },
  { reason: 'insufficient-funds', when: 'the treasury cannot pay' },
];
const OPERATED: readonly ControlRejection[] = [
  ...OWNED,
  { reason: 'no-operator', when: 'it was revoked and has no operator' },
  { reason: 'foreign-operator', when: 'its operator key is not from this chain’s mnemonic' },
];
const BLOCK = 'A block is mined with the transaction, which the treasury pays for.';
const proTxHash = text('the id of its ProRegTx');

const firstOf = (chain: DevChain): { proTxHash: string } => ({
  proTxHash: chain.masternodes.list()[0]?.proTxHash ?? '',
});

function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is left out
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Lists the controls of masternodes, through the special transactions that change them on the network. */
export const masternodeControls: readonly Control[] = [
  defineControl({
    name: 'listMasternodes',
    summary: 'Lists the masternodes at the tip with their state, addresses and keys',
    changes: 'Nothing.',
    inProgram: 'chain.masternodes.list()',
    params: {},
    result: { type: 'array', items: { type: 'object' } },
    run: (_, chain) => chain.masternodes.list(),
  }),
  defineControl({
    name: 'registerMasternode',
    summary: 'Registers a masternode with a ProRegTx; its proTxHash is the `txid`',
    changes: `${BLOCK} It contains the collateral: 1000 DASH, or 4000.`,
    inProgram: 'chain.masternodes.register({ type, payoutAddress })',
    params: {
      type: optional(oneOf('type of the masternode; regular by default', ['regular', 'evo'])),
      payoutAddress: optional(text('address of its rewards')),
    },
    result: CONFIRMATION,
    rejections: [
      { reason: 'invalid-address', when: '`payoutAddress` is not a regtest address' },
      { reason: 'insufficient-funds', when: 'the treasury cannot pay the collateral' },
    ],
    example: () => ({ type: 'evo' }),
    run: (options, chain) => chain.masternodes.register(given(options)),
  }),
  defineControl({
    name: 'updateMasternodeService',
    summary: 'Changes the service address of a masternode with a ProUpServTx of its operator',
    changes: `${BLOCK} It lifts a ban.`,
    inProgram: 'chain.masternodes.updateService(proTxHash, { service })',
    params: {
      proTxHash,
      service: optional(text('`<ip>:<port>`; unchanged by default')),
    },
    result: CONFIRMATION,
    rejections: [...OPERATED, { reason: 'invalid-service', when: '`service` is not an IP address and port' }],
    example: (chain) => ({ ...firstOf(chain), service: '127.0.0.7:20777' }),
    run: ({ proTxHash, service }, chain) => chain.masternodes.updateService(proTxHash, given({ service })),
  }),
  defineControl({
    name: 'updateMasternodeRegistrar',
    summary: 'Changes voter, payee or operator of a masternode with a ProUpRegTx of its owner',
    changes: `${BLOCK} A new operator key bans the masternode until its service is updated.`,
    inProgram: 'chain.masternodes.updateRegistrar(proTxHash, { votingAddress, payoutAddress, newOperator })',
    params: {
      proTxHash,
      votingAddress: optional(text('of a key')),
      payoutAddress: optional(text('address of its rewards')),
      newOperator: optional(flag('whether it gets a new operator key from the mnemonic')),
    },
    result: CONFIRMATION,
    rejections: [...OWNED, { reason: 'invalid-address', when: 'an address is not a regtest address' }],
    example: (chain) => ({ ...firstOf(chain), payoutAddress: chain.accounts[1]?.address ?? '' }),
    run: ({ proTxHash, ...options }, chain) => chain.masternodes.updateRegistrar(proTxHash, given(options)),
  }),
  defineControl({
    name: 'revokeMasternode',
    summary: 'Ends the operator’s service with a ProUpRevTx of the operator',
    changes: `${BLOCK} The masternode is banned, and has no operator until its owner names one.`,
    inProgram: 'chain.masternodes.revoke(proTxHash, reason)',
    params: {
      proTxHash,
      reason: optional(wholeNumber('0 none, 1 end of service, 2 compromised keys, 3 change of keys', 0, 3)),
    },
    result: CONFIRMATION,
    rejections: OPERATED,
    example: (chain) => ({ ...firstOf(chain), reason: 1 }),
    run: ({ proTxHash, reason }, chain) => chain.masternodes.revoke(proTxHash, reason),
  }),
  defineControl({
    name: 'banMasternode',
    summary: 'Bans a masternode with a ProUpRegTx that sets a new operator key',
    changes:
      `${BLOCK} On the network most bans are for missing from quorums; here all take part, and this is the way in consensus to a ` +
      'ban that leaves the masternode with an operator.',
    inProgram: 'chain.masternodes.ban(proTxHash)',
    params: { proTxHash },
    result: CONFIRMATION,
    rejections: [...OWNED, { reason: 'already-banned', when: 'it is banned' }],
    example: firstOf,
    run: ({ proTxHash }, chain) => chain.masternodes.ban(proTxHash),
  }),
  defineControl({
    name: 'unbanMasternode',
    summary: 'Lifts a ban by a service update; a masternode without an operator gets a new one first',
    changes: `${BLOCK} One more for a new operator.`,
    inProgram: 'chain.masternodes.unban(proTxHash)',
    params: { proTxHash },
    result: CONFIRMATION,
    rejections: [
      ...OWNED,
      { reason: 'not-banned', when: 'it is not banned' },
      { reason: 'foreign-operator', when: 'its operator key is not from this chain’s mnemonic' },
    ],
    example: (chain) => {
      const named = firstOf(chain);
      chain.masternodes.ban(named.proTxHash);
      return named;
    },
    run: ({ proTxHash }, chain) => chain.masternodes.unban(proTxHash),
  }),
  defineControl({
    name: 'removeMasternode',
    summary: 'Removes a masternode by spending its collateral, which goes to the treasury',
    changes: 'A block is mined with the transaction.',
    inProgram: 'chain.masternodes.remove(proTxHash)',
    params: { proTxHash },
    result: CONFIRMATION,
    rejections: OWNED,
    example: firstOf,
    run: ({ proTxHash }, chain) => chain.masternodes.remove(proTxHash),
  }),
];
