import { describe, expect, it } from 'vitest';
import { checkpointOfList } from '../recorded/recorded-checkpoint.js';
import { recordedFolder } from '../../test/recorded-folders.js';
import { readCheckpoint, requireAge, writeCheckpoint } from './checkpoint.js';
import { shippedCheckpoint } from './shipped-checkpoints.js';

const DAY = 86_400;

describe('a checkpoint', () => {
  it.each(['mainnet', 'testnet'] as const)('that is shipped follows from recorded lists: %s', (name) => {
    const shipped = shippedCheckpoint(name)!;
    const made = checkpointOfList(recordedFolder(name), { time: shipped.time });
    expect(made).toEqual(shipped);
    expect(readCheckpoint(writeCheckpoint(shipped))).toEqual(shipped);
  });

  it('of a network without a shipped one is absent', () => {
    expect(shippedCheckpoint('regtest')).toBeUndefined();
  });

  it('is rejected when it is older than the limit, with its age', () => {
    const { time, height } = shippedCheckpoint('mainnet')!;
    const at = (days: number) => () => requireAge({ time, height }, time + days * DAY);
    expect(at(365)).not.toThrow();
    expect(at(366)).toThrow('366 days old, more than 365');
    expect(() => requireAge({ time, height }, time + 366 * DAY, 400)).not.toThrow();
    expect(() => requireAge({ time, height }, 0)).not.toThrow();
  });

  const json = JSON.parse(writeCheckpoint(shippedCheckpoint('mainnet')!));
  it.each([
    ['no JSON', '{', 'malformed'],
    ['a list', '[]', 'malformed'],
    ['JSON of something else', '{"name":"x"}', 'malformed'],
    ['another format', JSON.stringify({ ...json, format: 2 }), 'unsupported-version'],
    ['an unknown network', JSON.stringify({ ...json, network: 'moon' }), 'malformed'],
    ['a short hash', JSON.stringify({ ...json, hash: 'ab' }), 'malformed'],
    ['a negative height', JSON.stringify({ ...json, height: -1 }), 'malformed'],
    ['no quorum', JSON.stringify({ ...json, chainLockQuorums: [] }), 'no-signer'],
    [
      'a quorum too many',
      JSON.stringify({ ...json, chainLockQuorums: Array(5).fill(json.chainLockQuorums[0]) }),
      'no-signer',
    ],
    [
      'a quorum twice',
      JSON.stringify({ ...json, chainLockQuorums: Array(2).fill(json.chainLockQuorums[0]) }),
      'malformed',
    ],
    [
      'a short key',
      JSON.stringify({ ...json, chainLockQuorums: [{ ...json.chainLockQuorums[0], quorumPublicKey: 'ab' }] }),
      'malformed',
    ],
  ])('is rejected with %s', (_, text, reason) => {
    expect(() => readCheckpoint(text)).toThrow(
      expect.objectContaining({ name: 'VerificationError', reason }),
    );
  });
});
