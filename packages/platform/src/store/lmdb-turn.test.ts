import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WriteTurn } from './lmdb-turn.js';

const TURN_KEY = Uint8Array.of(0, 0);
const PID_AT = 8;

const folder = mkdtempSync(join(tmpdir(), 'dapikit-turn-'));
const database = open<Buffer, Uint8Array>({
  path: join(folder, 'state'),
  keyEncoding: 'binary',
  encoding: 'binary',
  cache: false,
});
let [mine, other]: WriteTurn[] = [];
beforeAll(() => {
  mine = new WriteTurn(database);
  other = new WriteTurn(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the LMDB turn belongs to the first process that asked until it leaves', () => {
  mine?.ask();
  other?.ask();
  expect([mine?.isOfAnother(), other?.isOfAnother()]).toEqual([false, true]);
  other?.end();
  expect(other?.isOfAnother()).toBe(true);
  mine?.end();
  expect(other?.isOfAnother()).toBe(false);
  expect(database.get(TURN_KEY)).toBeUndefined();
});

it('the LMDB turn belongs to nobody if its process ended or its entry is malformed', () => {
  mine?.ask();
  const turn = Buffer.from(database.get(TURN_KEY) ?? []);
  turn.writeUInt32BE(spawnSync(process.execPath, ['--version']).pid, PID_AT);
  database.putSync(TURN_KEY, turn);
  expect(other?.isOfAnother()).toBe(false);
  database.putSync(TURN_KEY, Buffer.alloc(3));
  expect(other?.isOfAnother()).toBe(false);
  other?.ask();
  expect([mine?.isOfAnother(), other?.isOfAnother()]).toEqual([true, false]);
});
