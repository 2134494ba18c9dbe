import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { FacadeTable, type Row } from './facade/facade-table.js';
import { LocalNetwork } from './facade/local-network.js';
import { facadeMethods } from './facade/outcome.js';
import { callQueries } from './facade/queries.js';
import { callWrites } from './facade/writes.js';

/** docs/reference/evo-sdk.md is generated from it. `npx vitest run <this file> -u` writes it, after which `npm run docs` writes the page. */
const TABLE = fileURLToPath(new URL('facade/facade-table.json', import.meta.url));

const sorted = (rows: ReadonlyMap<string, Row>): Readonly<Record<string, Row>> =>
  Object.fromEntries([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)));

describe('every method of the facades of evo-sdk against dapikit dev', { timeout: 600_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  let writes: ReadonlyMap<string, Row> = new Map();
  let queries: ReadonlyMap<string, Row> = new Map();
  let methods: readonly string[] = [];

  beforeAll(async () => {
    await server.started();
    const network = await LocalNetwork.connect(server.url);
    methods = facadeMethods(network.sdk);
    const [writing, reading] = [new FacadeTable(network.sdk), new FacadeTable(network.sdk)];
    const written = await callWrites(network, writing);
    await callQueries(network.sdk, reading, written);
    writes = writing.rows();
    queries = reading.rows();
  }, 600_000);
  afterAll(() => server.stop());

  it('is called', () => {
    expect([...writes.keys(), ...queries.keys()].toSorted()).toEqual(methods.toSorted());
  });

  it('gives what the reference says', async () => {
    const found = { writes: sorted(writes), queries: sorted(queries) };
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(TABLE);
  });
});
