import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { ConnectedSdk, ContestAgreement, ContractOptions, Payment, Stored } from '@dapikit/client';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** A document as a client returns it. */
export type Row = Stored & Readonly<Record<string, unknown>>;

/** A query by an index, with all methods that a generated type may have. */
export interface LoadedQuery {
  toArray(max?: number): Promise<Row[]>;
  first(): Promise<Row | undefined>;
  descending(): LoadedQuery;
  after(value: unknown): LoadedQuery;
  from(value: unknown): LoadedQuery;
  before(value: unknown): LoadedQuery;
  until(value: unknown): LoadedQuery;
  between(first: unknown, last: unknown): LoadedQuery;
  startingWith(text: string): LoadedQuery;
  count(): Promise<bigint>;
  sum(): Promise<bigint>;
  average(): Promise<{ readonly count: bigint; readonly sum: bigint }>;
}

/** The documents of a type, with all methods that a generated type may have. */
export interface LoadedCollection {
  get(id: Uint8Array): Promise<Row | undefined>;
  all(): LoadedQuery;
  create(data: object, payment?: Partial<Payment> & ContestAgreement): Promise<Row>;
  replace(document: Row, changes: object, payment?: Payment): Promise<Row>;
  delete(document: Row, payment?: Payment): Promise<void>;
  transfer(document: Row, recipient: Uint8Array, payment?: Payment): Promise<Row>;
  setPrice(document: Row, credits: bigint, payment?: Payment): Promise<Row>;
  purchase(document: Row, credits: bigint, payment?: Payment): Promise<Row>;
}

/** A client by the names of its document types. */
export type LoadedClient = Readonly<Record<string, LoadedCollection>>;

/** Makes a client of a registered contract. */
export type CreateClient = (sdk: ConnectedSdk, options: ContractOptions) => LoadedClient;

/** Compiles the files of a generated client, and loads the function that makes it. */
export async function loadClient(files: ReadonlyMap<string, string>): Promise<CreateClient> {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-random-client-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, code] of files) writeFileSync(join(folder, name), code);
    const outfile = join(folder, 'client.mjs');
    await build({
      entryPoints: [join(folder, 'index.ts')],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      outfile,
      external: ['@dashevo/evo-sdk'],
      alias: { '@dapikit/client': join(ROOT, 'packages/client/src/index.ts') },
    });
    const loaded: Readonly<Record<string, unknown>> = await import(pathToFileURL(outfile).href);
    const create = Object.entries(loaded).find(([name]) => name.startsWith('create'))?.[1];
    if (typeof create !== 'function') throw new Error('the client has no function that makes it');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of generated code are not known here
    return create as CreateClient;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
