import { createServer } from 'node:http';
import type { StateSigner } from '@dapikit/platform';
import { loadBls } from '@dapikit/protocol/wasm';

const { signBls } = await loadBls();
const SECRET_KEY = new Uint8Array(32).fill(7);
/** The public key of the secret key. */
export const QUORUM_KEY =
  'a4cafe0e4602bb74340d45b931591034894f6be4aae24c4e80931d622636bb4da64804903072c655995b423113f41705';
const QUORUM_HASH = new Uint8Array(32).fill(9);

/** Signs states with the key of the one quorum that {@link trustedClient} knows. */
export const testSigner = (): StateSigner => ({
  quorumType: 106,
  quorumHash: QUORUM_HASH,
  sign: (digest) => signBls(digest, SECRET_KEY),
});

/** What the official client gives with a proof that it has verified. */
export interface Proven<Data> {
  readonly data: Data;
  readonly metadata: { readonly height: bigint; readonly protocolVersion: number };
}

/** The queries of the official client, as far as tests call them. */
export type OfficialQueries = Readonly<Record<string, (...args: unknown[]) => Promise<Proven<unknown>>>>;

/** Serves the list with that quorum, as evo-sdk reads it in its trusted mode, until the process ends. Returns the URL. */
export async function startQuorumList(): Promise<string> {
  const quorums = [
    {
      quorum_hash: Buffer.from(QUORUM_HASH).toString('hex'),
      key: QUORUM_KEY,
      height: 1,
      valid_members_count: 3,
    },
  ];
  const masternodes = [
    { address: '127.0.0.1:1', status: 'ENABLED', versionCheck: 'success', platformHTTPPort: 1 },
  ];
  const lists: Readonly<Record<string, unknown>> = {
    '/quorums': quorums,
    '/previous': { height: 1, quorums },
    '/masternodes': masternodes,
  };
  const server = createServer(({ url = '' }, response) => {
    const body = JSON.stringify({ success: true, data: lists[url] });
    response.setHeader('content-type', 'application/json').end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Connects `@dashevo/wasm-sdk` 4.1.0 in trusted mode: it verifies the proof and the signature of every response. */
export async function trustedClient(port: number): Promise<OfficialQueries> {
  const name = '@dashevo/wasm-sdk';
  const sdk = await import(name);
  await sdk.default();
  const context = await sdk.WasmTrustedContext.prefetchLocalWithUrl(await startQuorumList());
  return sdk.WasmSdkBuilder.withAddresses([`http://127.0.0.1:${port}`], 'local')
    .withTrustedContext(context)
    .withSettings(5000, 10_000, 0, false)
    .build();
}

/**
 * Returns the data that the official client has verified; `query` is the name of its method without `WithProofInfo`. The errors of its
 * module are no `Error`.
 */
export async function verifiedData<Data>(
  client: OfficialQueries,
  query: string,
  ...args: unknown[]
): Promise<Data> {
  const call = client[`${query}WithProofInfo`];
  if (call === undefined) throw new Error(`the client has no ${query}`);
  try {
    const { data } = await call.apply(client, args);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-return -- as its declarations say
    return data as Data;
  } catch (error) {
    const message = error instanceof Object ? String(Reflect.get(error, 'message')) : String(error);
    throw new Error(message, { cause: error });
  }
}
