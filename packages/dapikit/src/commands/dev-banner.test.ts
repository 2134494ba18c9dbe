import { expect, it } from 'vitest';
import { PROGRAM } from '../program/program-name.js';
import { describeStart, type StartedNetwork } from './dev-banner.js';

const NETWORK: StartedNetwork = {
  urls: ['https://127.0.0.1:3777/', 'http://127.0.0.1:3777/'],
  hasStudio: true,
  tip: { height: 620, hash: 'ab'.repeat(32) },
  account: { address: 'yAddress', wif: 'cKey', balance: 100_000_000_000n },
  stateFile: undefined,
  platformStore: undefined,
  platformProtocol: 13,
  listArguments: ['--mnemonic', 'zoo zoo'],
  more: [],
};

it('describeStart has at most 12 lines: addresses and studio, an account, the state, and what is elsewhere', () => {
  const lines = describeStart(NETWORK).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.slice(2, 9)).toEqual([
    '  address  http://127.0.0.1:3777/',
    '  studio   http://127.0.0.1:3777/',
    '  TLS      https://127.0.0.1:3777/',
    '  account  yAddress, 1,000 DASH',
    '  key      cKey (public: for development only)',
    '  state    in memory; keep it with --state FILE --platform-store FILE',
    `  more     ${PROGRAM} chain accounts --mnemonic 'zoo zoo', ${PROGRAM} env --url http://127.0.0.1:3777/ (SDKs, TLS, tutorials)`,
  ]);
});

it('describeStart has one address where TLS has a certificate of its own', () => {
  const text = describeStart({ ...NETWORK, urls: ['https://127.0.0.1:3777/'], hasStudio: false });
  expect(text).toContain('  address  https://127.0.0.1:3777/\n  account');
  expect(text).not.toContain('TLS  ');
});
