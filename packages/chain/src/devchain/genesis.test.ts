import { expect, it } from 'vitest';
import { bytesToHex } from '../base/bytes/hex.js';
import { encodeSizedBlock } from '../rules/consensus/sized-block.js';
import { recordedBlock } from '../../test/recorded.js';
import { regtestGenesis } from './genesis.js';

it('regtestGenesis equals the genesis block of Dash Core byte for byte', () => {
  const genesis = regtestGenesis();
  expect(genesis.hash).toBe(recordedBlock(0).hash);
  expect(bytesToHex(encodeSizedBlock(genesis))).toBe(recordedBlock(0).hex);
});
