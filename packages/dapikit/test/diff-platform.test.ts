import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { callDapikit, folderWith } from './run-dapikit.js';

const ID = '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6';
const OTHER = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const official = (maxLength: number, more: object): object => ({
  $formatVersion: '1',
  id: ID,
  ownerId: ID,
  version: 3,
  documentSchemas: {
    note: {
      type: 'object',
      properties: { text: { type: 'string', maxLength, position: 0 } },
      additionalProperties: false,
    },
  },
  ...more,
});

/** The URL of a server that returns a text to each request. */
async function serverOf(answer: string): Promise<string> {
  const server = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

it('dapikit diff completes a whole contract as an update of the registered one', async () => {
  const url = await serverOf(JSON.stringify({ result: { contract: official(20, {}) } }));
  const cwd = folderWith({
    'same.json': JSON.stringify(official(30, { version: 1, id: OTHER, ownerId: OTHER })),
    'shorter.json': JSON.stringify(official(10, {})),
  });
  const { code, stdout } = await callDapikit(['diff', ID, 'same.json', '--url', url], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('~ /documentSchemas/note/properties/text/maxLength'),
  ]);
  expect((await callDapikit(['diff', ID, 'shorter.json', '--url', url], { cwd })).code).toBe(1);
});

it('dapikit diff finds no change in members that the network adds with their defaults', async () => {
  const config = { $formatVersion: '1', canBeDeleted: false, readonly: false, keepsHistory: false };
  const complete = { config, schemaDefs: null, groups: {}, tokens: {}, keywords: [], description: null };
  const url = await serverOf(JSON.stringify({ result: { contract: official(20, complete) } }));
  const cwd = folderWith({ 'same.json': JSON.stringify(official(20, {})) });
  const { code, stdout } = await callDapikit(['diff', ID, 'same.json', '--url', url], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 change\n  ~ /version\n')]);
});

it('dapikit diff marks errors of an update in its own file, and gives no wrong places', async () => {
  const url = await serverOf(JSON.stringify({ result: { contract: official(20, {}) } }));
  const text = JSON.stringify(official(10, { keywords: ['ab', 'ab'] }), null, 2);
  const cwd = folderWith({ 'update.json': text });
  const { stdout } = await callDapikit(['diff', ID, 'update.json', '--url', url], { cwd });
  const line = text.split('\n').findIndex((one) => one.includes('"ab"')) + 2;
  expect(stdout).toContain(`--> update.json:${line}:`);
  expect(stdout).toMatch(/--> update\.json at \/documentSchemas\/note\/properties\/text/);
});

it('dapikit diff says where a server returns something else than JSON', async () => {
  const url = await serverOf('<html>');
  const cwd = folderWith({ 'a.json': JSON.stringify(official(30, {})) });
  const { code, stderr } = await callDapikit(['diff', ID, 'a.json', '--url', url], { cwd });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${url} did not return JSON: <html>`)]);
});
