import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reproducingTest } from '../../src/attack/reproduction/reproducing-test.js';
import { FIRST_CREDITS } from '../../src/attack/room/attack-room.js';
import type { Step } from '../../src/attack/step/step.js';
import { inRoom } from './attack-fixture.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONTRACT = {
  'class-1': {
    type: 'object',
    transferable: 1,
    tradeMode: 1,
    indices: [{ name: 'once', unique: true, properties: [{ name: 'asc' }] }],
    properties: {
      name: { type: 'string', maxLength: 20, position: 0 },
      author: {
        type: 'array',
        byteArray: true,
        minItems: 32,
        maxItems: 32,
        contentMediaType: 'application/x.dash.dpp.identifier',
        position: 1,
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
};

/** The steps of a test with each kind of step on documents, accepted and rejected. */
function stepsOf(author: string): readonly Step[] {
  const documentType = 'class-1';
  const document = 'class_1_1';
  return [
    { action: 'create', by: 'alice', documentType, document, data: { name: `it's "a" $1`, author } },
    { action: 'create', by: 'bob', documentType, document: 'class_1_2', data: { name: `it's "a" $1` } },
    { action: 'replace', by: 'alice', documentType, document, data: { name: 'b' } },
    { action: 'setPrice', by: 'alice', documentType, document, price: 10n ** 17n },
    { action: 'setPrice', by: 'alice', documentType, document, price: 1000n },
    { action: 'wait', milliseconds: 3_600_000 },
    { action: 'purchase', by: 'carol', documentType, document, price: 1000n },
    { action: 'delete', by: 'alice', documentType, document },
    { action: 'transfer', by: 'carol', documentType, document, to: 'alice' },
    { action: 'delete', by: 'alice', documentType, document },
  ];
}

it('a test that is printed runs with vitest, and passes', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-reproduction-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['vitest', 'dapikit'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  const test = await inRoom(CONTRACT, async (room) => {
    for (const step of stepsOf(room.idOf('bob'))) await room.perform(step);
    expect(room.steps.map(({ outcome }) => outcome.accepted)).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    return reproducingTest(room.steps, {
      name: `it's "quoted"`,
      file: 'contract.json',
      types: room.types,
      names: new Map([...room.ids].map(([name, id]) => [id, name])),
      credits: FIRST_CREDITS,
    });
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(CONTRACT));
  writeFileSync(join(folder, 'steps.test.mjs'), test);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    { encoding: 'utf8', cwd: folder, env: { ...process.env, NO_COLOR: '1' }, timeout: 240_000 },
  );
  expect(`${stdout}${stderr}`).toMatch(/Tests {2}1 passed/);
});
