import type { LockSettings } from '../../devchain/chain-settings.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

/** The time from which a spork is active: always, or in the year 2099. */
const ON = 0;
const OFF = 4_070_908_800;

/**
 * Lists the sporks, and whether the development chain behaves as with the spork on.
 *
 * Source: `sporkDefs` in `src/spork.h` of dashpay/dash.
 */
const SPORKS: readonly (readonly [name: string, isOn: (locks: LockSettings) => boolean])[] = [
  ['SPORK_2_INSTANTSEND_ENABLED', ({ instantSend }) => instantSend],
  ['SPORK_3_INSTANTSEND_BLOCK_FILTERING', () => false],
  ['SPORK_9_SUPERBLOCKS_ENABLED', () => false],
  ['SPORK_17_QUORUM_DKG_ENABLED', ({ instantSend, chainLocks }) => instantSend || chainLocks],
  ['SPORK_19_CHAINLOCKS_ENABLED', ({ chainLocks }) => chainLocks],
  ['SPORK_21_QUORUM_ALL_CONNECTED', () => false],
  ['SPORK_23_QUORUM_POSE', () => false],
];

export const spork: EmulatorMethod = {
  name: 'spork',
  category: 'Dash',
  summary: 'the sporks: their values, or which of them are active',
  params: [{ name: 'command', type: 'string', about: 'show or active' }],
  difference:
    'InstantSend, ChainLocks and the quorums for both are on where the development chain locks by itself. Quorums form and sign on request also where a spork is off.',
  answer({ devChain: { automaticLocks } }, params) {
    const command = params.text(0);
    if (command !== 'show' && command !== 'active') return null;
    return Object.fromEntries(
      SPORKS.map(([name, isOn]) => {
        const isActive = isOn(automaticLocks);
        if (command === 'active') return [name, isActive];
        return [name, isActive ? ON : OFF];
      }),
    );
  },
};

export const sporkUpdate: EmulatorMethod = {
  name: 'sporkupdate',
  category: 'Dash',
  summary: 'returns null as a node without the key of sporks, and changes nothing',
  params: [
    { name: 'name', type: 'string', about: 'that of the spork' },
    { name: 'value', type: 'numeric', about: 'the time from which it is active' },
  ],
  answer(_, params) {
    const name = params.text(0);
    if (!SPORKS.some(([known]) => known === name)) throw invalidParameter('Invalid spork name');
    params.largeInteger(1);
    return null;
  },
};
