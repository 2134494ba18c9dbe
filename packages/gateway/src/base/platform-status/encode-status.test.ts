import { describe, expect, it } from 'vitest';
import { EXAMPLE_STATUS } from '../../../test/example-status.js';
import { absentPlatform } from './absent-platform.js';
import { encodeStatus } from './encode-status.js';
import type { PlatformStatus } from './platform-status.js';

const ZEROS: PlatformStatus = {
  version: {
    software: { dapi: '', drive: '', tenderdash: '' },
    protocol: { tenderdash: { p2p: 0, block: 0 }, drive: { latest: 0, current: 0, nextEpoch: 0 } },
  },
  node: { id: new Uint8Array(), proTxHash: new Uint8Array() },
  chain: {
    catchingUp: false,
    latestBlockHash: new Uint8Array(),
    latestAppHash: new Uint8Array(),
    latestBlockHeight: 0,
    earliestBlockHash: new Uint8Array(),
    earliestAppHash: new Uint8Array(),
    earliestBlockHeight: 0,
    maxPeerBlockHeight: 0,
    coreChainLockedHeight: 0,
  },
  network: { chainId: '', peersCount: 0, listening: false },
  stateSync: {
    totalSyncedTime: 0,
    remainingTime: 0,
    totalSnapshots: 0,
    chunkProcessAvgTime: 0,
    snapshotHeight: 0,
    snapshotChunksCount: 0,
    backfilledBlocks: 0,
    backfillBlocksTotal: 0,
  },
  time: { local: 0, block: 0, genesis: 0, epoch: 0 },
};

describe('the encoding of the official gateway', () => {
  it('keeps zeros, false, empty text and empty byte strings', () => {
    expect(encodeStatus(ZEROS, 'rs-dapi')).toMatchObject({
      version: {
        v0: {
          version: { protocol: { drive: { latest: 0, current: 0, next_epoch: 0 } } },
          node: { id: [], pro_tx_hash: [] },
          chain: { catching_up: false, latest_block_hash: [], core_chain_locked_height: 0 },
          network: { chain_id: '', peers_count: 0, listening: false },
        },
      },
    });
  });

  it('keeps null members of a part that exists', () => {
    const fullNode = { ...EXAMPLE_STATUS, node: { id: new Uint8Array([1]), proTxHash: null } };
    expect(encodeStatus(fullNode, 'rs-dapi')).toHaveProperty('version.v0.node', {
      id: [1],
      pro_tx_hash: null,
    });
  });
});

describe('canonical protobuf JSON', () => {
  it('uses camelCase names, Base64 byte strings and 64-bit numbers as strings, and omits defaults', () => {
    expect(encodeStatus(EXAMPLE_STATUS, 'protobuf-json')).toEqual({
      v0: {
        version: {
          software: { dapi: '4.0.0', drive: '4.0.0', tenderdash: '1.5.0' },
          protocol: { tenderdash: { p2p: 10, block: 14 }, drive: { latest: 12, current: 11, nextEpoch: 11 } },
        },
        node: {
          id: 'lyozBW1XNZ3orPpPuLKdwcFPdrg=',
          proTxHash: 'XGVCdmYVOHGDcV2VipJVUkcvkzNfoWEogEI+S72u9DY=',
        },
        chain: {
          latestBlockHash: 'sVy3vSXVM0WHtZHUb63to6/OLFe3vJnlEveUIqtxA0M=',
          latestAppHash: '+5DWZ+tsrl3VKT7tfszouLSS7A/zELsMsMScfcH/+c0=',
          latestBlockHeight: '198748',
          earliestBlockHash: 'CPoCwn7AOQujAeT8fj1+rbNQyBk+PmKgk2iXBuOiC/o=',
          earliestAppHash: 'vwzLnKBxugGubmegwJD5eAPSbVbWddzVExeBy8rI7I8=',
          earliestBlockHeight: '1',
          maxPeerBlockHeight: '198748',
          coreChainLockedHeight: 1340012,
        },
        network: { chainId: 'dash-testnet-51', peersCount: 61, listening: true },
        stateSync: {},
        time: { local: '1760447450', block: '1760447448765', genesis: '1721353209000', epoch: 9260 },
      },
    });
  });

  it('omits nulls and keeps messages that exist', async () => {
    expect(encodeStatus(await absentPlatform('4.0.0', () => 1760447450).status(), 'protobuf-json')).toEqual({
      v0: { version: { software: { dapi: '4.0.0' }, protocol: {} }, time: { local: '1760447450' } },
    });
  });

  it('omits defaults, except of optional fields that are present', () => {
    expect(encodeStatus(ZEROS, 'protobuf-json')).toEqual({
      v0: {
        version: { software: { drive: '', tenderdash: '' }, protocol: { tenderdash: {}, drive: {} } },
        node: { proTxHash: '' },
        chain: { coreChainLockedHeight: 0 },
        network: {},
        stateSync: {},
        time: { block: '0', genesis: '0', epoch: 0 },
      },
    });
  });

  it('writes only uint64 fields as strings', () => {
    const ones = {
      totalSyncedTime: 1,
      remainingTime: 1,
      totalSnapshots: 1,
      chunkProcessAvgTime: 1,
      snapshotHeight: 1,
      snapshotChunksCount: 1,
      backfilledBlocks: 1,
      backfillBlocksTotal: 1,
    };
    expect(encodeStatus({ ...ZEROS, stateSync: ones }, 'protobuf-json')).toHaveProperty('v0.stateSync', {
      totalSyncedTime: '1',
      remainingTime: '1',
      totalSnapshots: 1,
      chunkProcessAvgTime: '1',
      snapshotHeight: '1',
      snapshotChunksCount: '1',
      backfilledBlocks: '1',
      backfillBlocksTotal: '1',
    });
  });
});
