import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planCopies } from '../src/migrate/copy-plan.js';
import { connectProven } from '../src/migrate/proven-network.js';
import { writeCopies } from '../src/migrate/write-copies.js';
import { DapikitProcess } from './dev-process.js';
import { keyOn, LocalNetwork } from './facade/local-network.js';
import { folderWith } from './run-dapikit.js';

const text = (maxLength: number, position: number): object => ({ type: 'string', maxLength, position });
const note = (index: object | undefined, properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  documentsMutable: true,
  ...(index && { indices: [index] }),
  properties,
  required,
  additionalProperties: false,
});
const replyTo = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
  position: 1,
};
const bytes = { type: 'array', byteArray: true, maxItems: 8, position: 1 };
const OWNERS = { name: 'mine', properties: [{ $ownerId: 'asc' }] };

const OLD = {
  note: note(OWNERS, { text: text(20, 0), picture: bytes, old: text(5, 2) }),
  tag: note(undefined, { text: text(20, 0), replyTo }),
};
/** Another order of indices, a property less, and a new one that each document has. */
const NEW = {
  note: note(
    { name: 'byText', unique: true, properties: [{ text: 'asc' }] },
    { text: text(8, 0), picture: bytes, stars: { type: 'integer', minimum: 0, maximum: 5, position: 2 } },
    ['stars'],
  ),
  tag: note(undefined, { text: text(20, 0), replyTo }),
};
/** More than a page. */
const TAGS = 103;

describe('dapikit migrate copy', { timeout: 300_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  const cwd = folderWith({});
  let network: LocalNetwork;
  let [from, to, owner, other, key] = ['', '', '', '', ''];

  const call = async (method: string, params: object): Promise<Record<string, unknown>> =>
    network.call('platform', method, params);
  /** Creates a document, and returns its fee in credits. */
  const create = async (by: string, documentType: string, data: object): Promise<number> => {
    const { fee } = await call('createDocument', { by, contractId: from, documentType, data });
    return Number(fee);
  };
  let feesOfTags = 0;
  /** Runs the command while the log of the server is read. */
  const copy = async (args: readonly string[], privateKey = key) => {
    const env = { DAPIKIT_PRIVATE_KEY: privateKey };
    const command = new DapikitProcess(['migrate', 'copy', ...args, '--url', server.url], env, cwd);
    const code = await command.exit;
    return { code, stdout: command.stdout, stderr: command.stderr };
  };
  const copied = async (documentType: string): Promise<readonly Record<string, unknown>[]> =>
    documentsOf(to, documentType);
  const documentsOf = async (
    dataContractId: string,
    documentType: string,
  ): Promise<readonly Record<string, unknown>[]> => {
    const documents: Record<string, unknown>[] = [];
    const collection = await network.sdk.documents.query({
      dataContractId,
      documentTypeName: documentType,
      limit: 100,
    });
    for (const document of collection.values()) documents.push(Object(document?.toJSON(13)));
    return documents;
  };

  beforeAll(async () => {
    await server.started();
    network = await LocalNetwork.connect(server.url);
    owner = (await network.account(0, 0)).id;
    other = (await network.account(0, 1)).id;
    key = (await keyOn(0, "m/9'/1'/5'/0'/0'/0'/2'")).toWIF();
    from = String((await call('registerContract', { by: owner, contract: OLD }))['contractId']);
    to = String((await call('registerContract', { by: other, contract: NEW }))['contractId']);
    for (const each of ['a', 'b', 'much too long'])
      await create(owner, 'note', { text: each, picture: 'AAEC', old: 'x' });
    await create(other, 'note', { text: 'of another' });
    for (let number = 0; number < TAGS; number += 1)
      feesOfTags += await create(owner, 'tag', { text: String(number) });
    feesOfTags += await create(other, 'tag', { text: 'of another' });
  }, 300_000);
  afterAll(() => server.stop());

  it('prints what it would write, and writes nothing without consent', async () => {
    const { code, stdout, stderr } = await copy([`${from}/note`, `${to}/note`, '--set', '{"stars":3}']);
    expect([code, stderr.includes('nobody can agree')]).toEqual([2, true]);
    expect(stdout).toMatch(
      new RegExp(
        String.raw`Documents of ${owner} on dapikit-regtest, into contract ${to}
  note to note: 2 to write, 0 there already
    It leaves out old, which the new type does not have\.
    \w+ cannot be written: 10101 JsonSchemaError: /text: "much too long" has 13 characters: the maximum is 8
Writing them costs about 0\.00\d+ DASH`,
      ),
    );
    expect(await copied('note')).toEqual([]);
  });

  it('counts the documents of the network in a plan, with what copies of all of them cost', async () => {
    writeFileSync(join(cwd, 'new.json'), JSON.stringify(NEW));
    const plan = async (...more: readonly string[]) => {
      const args = ['migrate', 'plan', from, 'new.json', '--url', server.url, ...more];
      const command = new DapikitProcess(args, {}, cwd);
      expect(await command.exit).toBe(1);
      return command.stdout;
    };
    const text = await plan();
    expect(text).toContain('    It has 4 documents.\n    The new type rejects 4 of 4 that were tried');
    expect(text).toContain(`    It has ${TAGS + 1} documents, whose copies cost about 0.0`);
    expect(text).toMatch(/All copies together cost about 0\.0\d+ DASH/);
    const { documents } = JSON.parse(await plan('--json'));
    expect(documents).toMatchObject([
      { name: 'note', count: 4, isWhole: true, tried: 4, rejected: 4 },
      { name: 'tag', count: TAGS + 1, isWhole: true, tried: 100, rejected: 0 },
    ]);
    // The copies are the same documents, whose estimate has no signature and no state.
    expect(documents[1].credits).toBeGreaterThan(0.5 * feesOfTags);
    expect(documents[1].credits).toBeLessThan(2 * feesOfTags);
  });

  it('copies the documents of the owner once, as the new type has them', async () => {
    const args = [`${from}/note`, `${to}/note`, '--set', '{"stars":3}', '--yes'];
    const first = await copy(args);
    expect([first.code, first.stdout]).toEqual([
      1,
      expect.stringContaining('2 documents copied, 0 rejected'),
    ]);
    const found = await copied('note');
    const values = found.map(({ $ownerId, text: value, stars, old }) => [$ownerId, value, stars, old]);
    expect(values).toHaveLength(2);
    expect(values).toEqual(
      expect.arrayContaining([
        [owner, 'a', 3, undefined],
        [owner, 'b', 3, undefined],
      ]),
    );
    const again = await copy(args);
    expect(again.stdout).toContain('note to note: 0 to write, 2 there already');
    expect(await copied('note')).toHaveLength(2);
    for (const output of [first, again]) expect(`${output.stdout}${output.stderr}`).not.toContain(key);
  });

  it('says which properties have the id of a copied document', async () => {
    const [parent] = await documentsOf(from, 'tag');
    await create(owner, 'tag', { text: 'reply', replyTo: parent?.['$id'] });
    const { stdout } = await copy([`${from}/tag`, `${to}/tag`]);
    expect(stdout).toContain('In 1 of them, replyTo has the id of a document that is copied too');
  });

  it('goes on after an interruption, page by page', async () => {
    const proven = await connectProven(server.url);
    const request = {
      from: { contractId: from, typeName: 'tag' },
      to: { contractId: to, typeName: 'tag' },
      ownerId: owner,
      added: {},
    };
    const plan = await planCopies(proven, request);
    let count = 0;
    const interrupted = writeCopies(
      proven,
      to,
      plan,
      { signer: { identityId: owner, privateKey: key }, rejections: {} },
      {
        written: () => {
          count += 1;
          if (count === 5) throw new Error('interrupted');
        },
        rejected: () => undefined,
      },
    );
    await expect(interrupted).rejects.toThrow('interrupted');
    writeFileSync(join(cwd, 'key'), `${key}\n`);
    const { code, stdout } = await copy([`${from}/tag`, `${to}/tag`, '--key-file', 'key', '-y']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`tag to tag: ${TAGS + 1 - 5} to write, 5 there already`),
    ]);
    expect(stdout).toContain(`${TAGS + 1 - 5} documents copied, 0 rejected`);
    const rest = await planCopies(proven, request);
    expect(rest.types.map(({ copies, present }) => [copies.length, present])).toEqual([[0, TAGS + 1]]);
  });

  it('reports documents that the platform rejects, and goes on with the others', async () => {
    const taken = { text: 'c', stars: 1 };
    await call('createDocument', { by: other, contractId: to, documentType: 'note', data: taken });
    await create(owner, 'note', { text: 'c' });
    await create(owner, 'note', { text: 'd' });
    const { code, stdout } = await copy([`${from}/note`, `${to}/note`, '--set', '{"stars":0}', '--yes']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 document copied, 1 rejected')]);
    expect(stdout).toMatch(/note \w+ is not copied: the platform rejects it.*uplicate/);
  });

  it.each([
    [(): string[] => [from], 'expected copy, then two contracts'],
    [(): string[] => [from, from], 'expected another contract or document type'],
    [(): string[] => [`${from}/`, to], 'expected <id> or <id>/<type>'],
    [(): string[] => [from, to, '--json'], 'copy prints no JSON'],
    [(): string[] => [from, to, '--set', '[]'], '--set: expected a JSON object'],
    [(): string[] => [from, to, '--key-file', 'missing'], 'missing: no such file'],
  ])('exits with 2 for arguments %#', async (args, reason) => {
    const { code, stderr } = await copy(args());
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  it.each([
    [(): string[] => [`${from}/shop`, `${to}/note`], 'has no document type "shop": it has note, tag'],
    [(): string[] => [from, to, '--set', '{"colour":1}'], 'no document type has the property "colour"'],
    [
      (): string[] => [from, to, '--set', '{"stars":"x"}'],
      '--set: "stars" of document type note is of kind integer, found "x"',
    ],
    [(): string[] => [from, owner], 'there is no contract'],
  ])('exits with 1 for what is not on the network, as in arguments %#', async (args, reason) => {
    const { code, stderr } = await copy(args());
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('does not show a key that is not in WIF', async () => {
    const { code, stdout, stderr } = await copy([from, to], 'secret secret');
    expect([code, stdout, stderr.includes('the private key is not in WIF')]).toEqual([1, '', true]);
    expect(stderr).not.toContain('secret');
  });
});
