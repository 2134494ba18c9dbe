import { callPlatform, JsonRpcError } from '@dapikit/gateway';
import { createPlatform } from '@dapikit/platform';
import { expect, it, onTestFinished } from 'vitest';
import { ownEndpoint } from '../src/platform/platform-client.js';
import { readSeedContracts } from '../src/platform/seed-files.js';
import { checkTypes } from '../src/platform/seed-platform.js';
import { WatchedContracts } from '../src/platform/watched-contracts.js';
import { folderWith } from './run-dapikit.js';

const typeOf = (maxLength: number, more: object = {}): object => ({
  note: {
    type: 'object',
    properties: { text: { type: 'string', maxLength, position: 0 } },
    additionalProperties: false,
    ...more,
  },
});
const fileOf = (contract: object, alias = 'shop') => ({
  file: `${alias}.json`,
  alias,
  text: JSON.stringify(contract),
});

async function watching(protocolVersion = 13) {
  const open = async () => {
    const platform = await createPlatform({ protocolVersion, proofs: false });
    onTestFinished(async () => platform.close());
    return platform;
  };
  let platform = await open();
  const methods = { callPlatform, JsonRpcError };
  const endpoint = {
    call: async (method: string, params?: Readonly<Record<string, unknown>>) =>
      ownEndpoint(platform, methods).call(method, params),
    close: () => Promise.resolve(),
  };
  const watched = new WatchedContracts(endpoint, 'ann');
  await watched.start();
  return {
    watched,
    endpoint,
    count: async () => Object(await endpoint.call('listContracts')).length,
    restart: async () => {
      platform = await open();
    },
  };
}

it('a file does not update a contract of another identity that has its name', async () => {
  const { watched, endpoint } = await watching();
  await endpoint.call('createIdentity', { seed: 'ann', credits: 1e13 });
  const { id: by } = Object(await endpoint.call('createIdentity', { seed: 'bob', credits: 1e13 }));
  const { contractId } = Object(await endpoint.call('registerContract', { by, contract: typeOf(20) }));
  await endpoint.call('setAlias', { alias: 'shop', contractId });
  const { lines } = await watched.apply(fileOf(typeOf(30)), []);
  expect(lines).toEqual([
    `shop.json: the alias shop names contract ${contractId} of ${by}, not of "ann": rename the file`,
  ]);
  expect(await endpoint.call('getContract', { id: contractId })).toMatchObject({ version: 1 });
});

it('a reset registers a file as a new contract where its contract was there before the watch', async () => {
  const { watched, count } = await watching();
  await watched.apply(fileOf(typeOf(20)), []);
  const before = await count();
  await watched.start();
  const shorter = fileOf(typeOf(10));
  const documents = [{ documentType: 'note', owner: undefined, data: { text: 'a' } }];
  expect(await watched.apply(shorter, documents)).toMatchObject({ needsReset: true });
  expect(await watched.reset()).toEqual([]);
  const { lines, needsReset } = await watched.apply(shorter, documents, true);
  expect([lines, needsReset]).toEqual([
    [expect.stringMatching(/^shop.json: registered as shop .*, with 1 document$/)],
    false,
  ]);
  expect((await watched.apply(shorter, documents)).lines).toEqual(['shop.json: shop is unchanged']);
  expect(await count()).toBe(before + 1);
});

it('a member that the network ignores is named where the contract is unchanged', async () => {
  const { watched } = await watching();
  const contract = { $formatVersion: '1', keywords: ['abc'], documentSchemas: typeOf(20) };
  await watched.apply(fileOf(contract), []);
  expect((await watched.apply(fileOf({ ...contract, keyword: ['other'] }), [])).lines).toEqual([
    'shop.json: shop is unchanged',
    '  the network ignores /keyword: unknown member "keyword"; "keywords" is beside it. Remove "keyword" or "keywords".',
  ]);
});

it('a reset after a restart of the platform says that it cannot, and the next one can', async () => {
  const { watched, restart } = await watching();
  await restart();
  expect(await watched.reset()).toEqual([expect.stringContaining('the next reset goes back to now')]);
  await watched.apply(fileOf(typeOf(20)), []);
  expect(await watched.reset()).toEqual([]);
  expect((await watched.apply(fileOf(typeOf(20)), [])).lines).toEqual([
    expect.stringContaining('shop.json: registered as shop'),
  ]);
});

it('finds no change in a file that writes out what has a default, or leaves it out', async () => {
  const { watched } = await watching();
  const whole = { $formatVersion: '1', version: 1, documentSchemas: typeOf(20) };
  await watched.apply(fileOf(whole), []);
  for (const more of [{ keywords: [] }, { groups: {}, tokens: {} }, { description: null, schemaDefs: null }])
    expect((await watched.apply(fileOf({ ...whole, ...more }), [])).lines).toEqual([
      'shop.json: shop is unchanged',
    ]);
  const { lines } = await watched.apply(fileOf({ ...whole, description: 'a shop' }), []);
  expect(lines).toEqual(['shop.json: updated shop to version 2']);
});

it('judges by the protocol version of the platform', async () => {
  const { watched } = await watching(11);
  const { lines } = await watched.apply(fileOf(typeOf(20, { documentsCountable: 'x' })), []);
  // Protocol 11 ignores the keyword.
  expect(lines).toEqual([expect.stringContaining('shop.json: registered as shop')]);
});

it.each(['my shop', 'dpns', '-shop'])('rejects the file "%s.json", whose name is no alias', async (name) => {
  const folder = folderWith({ 'a.json': '{}', [`${name}.json`]: '{}' });
  await expect(readSeedContracts([folder])).rejects.toThrow(`"${name}" is no alias, which has`);
});

it('leaves documents to the check of a contract that is no JSON', () => {
  const documents = [{ documentType: 'note', owner: undefined, data: {} }];
  expect(() => checkTypes([{ file: 'a.json', alias: 'a', text: '{' }], documents)).not.toThrow();
  expect(() => checkTypes([fileOf({ memo: {} })], documents)).toThrow('no contract has this type');
});
