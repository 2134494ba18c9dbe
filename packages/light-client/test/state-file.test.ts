import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedCheckpoint } from '../src/checkpoint/shipped-checkpoints.js';
import { checkpointOfList } from '../src/recorded/recorded-checkpoint.js';
import { StateFile } from '../src/node/index.js';
import { forgedState } from './forged-state.js';
import { data, origin, provenState } from './proven-state.js';

/** Changes the body and its checksum. */
const forged = (body: (whole: string) => string) => (text: string) => forgedState(text, { body });

describe('a state file', () => {
  let folder: string;
  let path: string;
  const proven = provenState();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dapikit-state-'));
    path = join(folder, 'state');
    await new StateFile(path, origin).write(proven);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const readChanged = async (change: (text: string) => string) => {
    const changed = join(folder, 'changed');
    writeFileSync(changed, change(readFileSync(path, 'utf8')));
    return await new StateFile(changed, origin).read();
  };

  it('is written whole, and verified again', async () => {
    const start = await new StateFile(path, origin).read();
    expect(start).toMatchObject({
      from: 'state',
      proven: { state: { height: 946_648, hash: proven.state.hash } },
    });
    const { state } = start.from === 'state' ? start.proven : proven;
    expect(state.list.masternodes).toEqual(proven.state.list.masternodes);
    expect(state.quorums).toEqual(proven.state.quorums);
    expect(readdirSync(folder)).not.toContain(`.state.${process.pid}.tmp`);
  });

  const ONE = { blocks: new Map([[946_600, 'aa'.repeat(32)]]), states: new Map([[7, 'bb'.repeat(32)]]) };
  const platform = { height: 77, appHash: 'ab'.repeat(32) };

  it('keeps the highest state of the platform, where the same states are accepted after forks', async () => {
    const file = new StateFile(join(folder, 'with-platform'), origin);
    await file.write({ ...proven, platform }, ONE);
    expect(await file.read(ONE)).toMatchObject({ from: 'state', proven: { platform } });
    const { state } = proven;
    expect(await file.read({ ...ONE, states: new Map() })).toMatchObject({
      from: 'state',
      proven: { state: { hash: state.hash }, platform: undefined },
    });
  });

  it('begins at the checkpoint where other blocks are accepted after forks', async () => {
    const file = new StateFile(join(folder, 'of-a-branch'), origin);
    await file.write(proven, ONE);
    const reason = expect.stringContaining('damaged-state: the stored state was reached with other accepted');
    for (const blocks of [new Map(), new Map([[946_600, 'cc'.repeat(32)]])])
      expect(await file.read({ ...ONE, blocks })).toMatchObject({ from: 'checkpoint', reason });
    await file.write(proven);
    expect(await file.read(ONE)).toMatchObject({ from: 'checkpoint', reason });
  });

  it.each([-5, 0, 2 ** 40, Number.MAX_SAFE_INTEGER])(
    'leaves out a state of the platform of height %d, below which no honest peer would be heard',
    async (height) => {
      const file = new StateFile(join(folder, 'implausible'), origin);
      await file.write({ ...proven, platform: { ...platform, height } });
      expect(await file.read()).toMatchObject({ from: 'state', proven: { platform: undefined } });
    },
  );

  it('that is missing begins at the checkpoint', async () => {
    const start = await new StateFile(join(folder, 'none'), origin).read();
    expect(start).toMatchObject({
      from: 'checkpoint',
      checkpoint: origin,
      reason: 'there is no stored state yet',
    });
  });

  it.each([
    [
      'a changed byte',
      (text: string) => text.replace('"isValid":true', '"isValid":false'),
      'damaged-state: ',
    ],
    ['a cut end', (text: string) => text.slice(0, -10), 'damaged-state: '],
    ['no content', () => '', 'damaged-state: '],
    [
      'another masternode',
      (text: string) =>
        forgedState(text, { masternodes: (list) => list.replace('"isValid":true', '"isValid":false') }),
      'list-root: ',
    ],
    [
      'no masternodes',
      (text: string) => forgedState(text, { masternodes: () => '{"mnList":[]}' }),
      'list-root: ',
    ],
    [
      'masternodes that are no JSON',
      (text: string) => forgedState(text, { masternodes: () => '{' }),
      'damaged-state: the stored state is no JSON',
    ],
    [
      'masternodes that are none',
      (text: string) => forgedState(text, { masternodes: () => 'null' }),
      'malformed: ',
    ],
    [
      'a body that is no JSON',
      () => ['021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96', '{', ''].join('\n'),
      'damaged-state: the stored state is no JSON',
    ],
    [
      'another quorum key',
      forged((body) => body.replace(/("newQuorums":.*?"quorumPublicKey":")../, '$100')),
      'quorum-root: ',
    ],
    [
      'a state of the platform that is none',
      forged((body) => body.replace(/}$/, ',"platform":{"height":"7"}}')),
      'malformed: ',
    ],
    [
      'a header less',
      forged((body) => body.replace(/"headers":\["[0-9a-f]*",/, '"headers":[')),
      'not-chain-locked: ',
    ],
    [
      'another signature',
      forged((body) => body.replace(/"signature":"../, '"signature":"85')),
      'unknown-signer: ',
    ],
    ['another format', forged((body) => body.replace('{"format":3', '{"format":2')), 'damaged-state: '],
  ])('with %s begins at the checkpoint, and says why', async (_, change, reason) => {
    const start = await readChanged(change);
    expect(start).toMatchObject({ from: 'checkpoint', reason: expect.stringContaining(reason) });
  });

  it('that is older than the checkpoint, or of another one or network, begins at the checkpoint', async () => {
    const newer = checkpointOfList(data, { height: 946_936 });
    expect(await new StateFile(path, newer).read()).toMatchObject({
      from: 'checkpoint',
      reason: expect.stringContaining('older than the checkpoint'),
    });
    expect(await new StateFile(path, shippedCheckpoint('mainnet')!).read()).toMatchObject({
      from: 'checkpoint',
      reason: 'wrong-network: the stored state is of testnet, the checkpoint of mainnet',
    });
    for (const other of [
      { hash: 'ab'.repeat(32) },
      { height: origin.height - 24 },
      { time: origin.time + 1 },
    ])
      expect(await new StateFile(path, { ...origin, ...other }).read()).toMatchObject({
        from: 'checkpoint',
        reason: 'damaged-state: the stored state was reached from another checkpoint',
      });
  });
});
