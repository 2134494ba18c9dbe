// npm run bench light-client [-- --rounds N --transactions N]
// Processor time of the checks of a light client: a full list of mainnet, first and later; a list after a diff of a few entries; a ChainLock with the BLS of
// @noble/curves and with WebAssembly; a walk of a day; headers; a first identity. Real data of fixtures/light-client, and a made chain for the walk.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  decodeBlockHeader,
  diffEntryFromSimplified,
  NETWORKS,
  useBlsBackend,
  ZERO_HASH,
} from '@dapikit/chain/browser';
import {
  applyVerifiedDiff,
  chainLockQuorums,
  linkHeaders,
  readDiff,
  requireSignature,
  walkTo,
} from '@dapikit/light-client';
import { loadBls } from '@dapikit/protocol/wasm';
import { build } from 'esbuild';
import { keepResult } from './lib/keep-result.mjs';
import { makeDay } from './lib/made-day.mjs';
import { table } from './lib/table.mjs';

const FIXTURES = new URL('../fixtures/light-client/', import.meta.url);
const file = (path) => readFileSync(new URL(path, FIXTURES));
const lists = (folder) =>
  gunzipSync(file(`${folder}/diffs.jsonl.gz`))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Returns milliseconds of processor time. */
async function spent(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function least(rounds, work) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) best = Math.min(best, await spent(work));
  return best;
}

const FIRST = fileURLToPath(import.meta.url);

/** In a process of its own: the first full list, with all that has to be compiled. */
async function firstList() {
  const [{ diff }] = lists('mainnet-2450008');
  console.log(await spent(() => applyVerifiedDiff(undefined, readDiff(diff), NETWORKS.mainnet)));
}

async function measureLists(rounds) {
  const [full, next] = lists('mainnet-2450008').map(({ diff }) => readDiff(diff));
  const base = applyVerifiedDiff(undefined, full, NETWORKS.mainnet);
  return {
    'full list of mainnet, first in a process': Math.min(
      ...Array.from({ length: rounds }, () => Number(execFileSync(process.execPath, [FIRST, 'first-list']))),
    ),
    'full list of mainnet, later': await least(rounds, () =>
      applyVerifiedDiff(undefined, full, NETWORKS.mainnet),
    ),
    'list 288 blocks later': await least(rounds, () => applyVerifiedDiff(base, next, NETWORKS.mainnet)),
  };
}

async function measureChainLocks() {
  const byHeight = new Map(
    lists('testnet-947224').map(({ height, diff }) => [
      height,
      applyVerifiedDiff(undefined, readDiff(diff), NETWORKS.testnet),
    ]),
  );
  const locks = JSON.parse(file('testnet-947224/chain-locks.json')).filter(({ verifies }) => verifies);
  const check = ({ height, hash, signature, listHeight }) => {
    const active = chainLockQuorums(byHeight.get(listHeight).quorums.values(), NETWORKS.testnet);
    requireSignature({ height, hash, signature }, active, NETWORKS.testnet);
  };
  // Each is checked once: results are cached.
  const [warm, first, second] = [locks.slice(0, 5), locks.slice(5, 17), locks.slice(17, 29)];
  for (const lock of warm) check(lock);
  const noble = (await spent(() => first.forEach(check))) / first.length;
  useBlsBackend(await loadBls());
  const [initial, ...others] = second;
  check(initial);
  return {
    'ChainLock, BLS in JavaScript': noble,
    'ChainLock, BLS in WebAssembly': (await spent(() => others.forEach(check))) / others.length,
  };
}

/** Once: signatures that were verified are cached. */
async function measureWalk(transactions) {
  const { start, source, height } = makeDay(2, transactions);
  // The hashes of these take the places of those that making the day has cached.
  recordedHeaders().forEach((headers) => link(headers));
  const ms = await spent(() => walkTo(start, height, source));
  return { [`walk of a day, blocks of ${transactions} transactions`]: ms };
}

/** Other headers each time: more of them than hashes are cached. */
async function measureHeaders(rounds) {
  const all = recordedHeaders();
  let round = 0;
  return { '1,000 headers': await least(rounds, () => link(all[round++ % all.length])) };
}

/** Returns recorded headers of mainnet, a thousand each. */
function recordedHeaders() {
  const bytes = file('headers/mainnet-1737084.bin');
  return Array.from({ length: bytes.length / 80_000 }, (_, thousand) =>
    Array.from({ length: 1000 }, (__, at) => {
      const start = (thousand * 1000 + at) * 80;
      return decodeBlockHeader(bytes.subarray(start, start + 80));
    }),
  );
}

/** The height is any: only a check of targets needs the true one. */
const link = (headers) =>
  linkHeaders({ height: 1_737_083, hash: headers[0].previousBlockHash }, headers, NETWORKS.mainnet);

const FIRST_IDENTITY = fileURLToPath(new URL('lib/first-identity.mjs', import.meta.url));
/** The ChainLock that is checked: by a quorum of the second list. */
const LOCK_HEIGHT = 2_448_879;

/** In processes of their own: a first identity with a cached list of mainnet, from loading the bundle on. The responses are recorded ones of a local network. */
async function measureFirstIdentity(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-first-identity-'));
  try {
    const files = {
      bundle: join(folder, 'bundle.mjs'),
      bls: join(folder, 'bls.mjs'),
      cached: join(folder, 'cached.json'),
      chainLock: join(folder, 'lock.json'),
      response: join(folder, 'response.json'),
    };
    await bundleOf(IDENTITY_EXPORTS, 'browser', files.bundle);
    await bundleOf("export { loadBls } from '@dapikit/protocol/wasm';", 'node', files.bls);
    writeFileSync(files.cached, JSON.stringify(cachedList()));
    const locks = JSON.parse(file('mainnet-2450008/chain-locks.json'));
    writeFileSync(files.chainLock, JSON.stringify(locks.find(({ height }) => height === LOCK_HEIGHT)));
    const responses = readFileSync(new URL('../fixtures/proofs/responses.jsonl', import.meta.url), 'utf8');
    const identity = responses.split('\n').find((line) => line.includes('"GetIdentityRequest"'));
    writeFileSync(files.response, identity);
    const leastOf = (backend) =>
      Math.min(
        ...Array.from({ length: rounds }, () =>
          Number(execFileSync(process.execPath, [FIRST_IDENTITY, ...Object.values(files), backend])),
        ),
      );
    return {
      'first identity, BLS in JavaScript': leastOf('javascript'),
      'first identity, BLS in WebAssembly': leastOf('webassembly'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the list of the ChainLock as a cache has it: the diff from no list, and the text of its masternodes apart. */
function cachedList() {
  const cached = lists('mainnet-2450008').filter(({ height }) => height <= LOCK_HEIGHT);
  let list;
  for (const { diff } of cached) list = applyVerifiedDiff(list, readDiff(diff), NETWORKS.mainnet);
  const mnList = Array.from(list.masternodes.values(), (entry) => diffEntryFromSimplified(entry, 'mainnet'));
  const diff = {
    nVersion: 1,
    baseBlockHash: ZERO_HASH,
    blockHash: list.hash,
    ...list.proof,
    deletedMNs: [],
    mnList: [],
    deletedQuorums: [],
    newQuorums: [...list.quorums.values()],
  };
  return { diff, masternodes: JSON.stringify({ mnList }) };
}

const IDENTITY_EXPORTS = `
  export { chainLockQuorums, readDiff, readMasternodes, requireSignature, verifyQuorumsFirst } from '@dapikit/light-client';
  export { blsBackend, NETWORKS, useBlsBackend } from '@dapikit/chain/browser';
  export { createStateSignatureVerifier, verifyIdentity } from '@dapikit/proof';
`;
/** Programs in WebAssembly find that they run in Node, and expect the names of CommonJS there. */
const OF_NODE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url), __dirname = '.';";

async function bundleOf(contents, platform, outfile) {
  await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    outfile,
    format: 'esm',
    platform,
    target: 'es2023',
    external: ['fs', 'path'],
    banner: { js: OF_NODE },
  });
}

const CLIENT = "export { createLightClient } from '@dapikit/light-client';";

async function bundleSize(external, { contents = CLIENT, splitting = true } = {}) {
  const { outputFiles } = await build({
    stdin: {
      contents,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    // The rules of contracts are loaded on demand.
    splitting,
    outdir: 'bundle',
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    external: ['fs', 'path', ...external],
  });
  const [first, ...onDemand] = outputFiles.map(({ contents }) => gzipSync(contents).length / 1024);
  return { first, onDemand: onDemand.reduce((sum, size) => sum + size, 0) };
}

/** Returns the size of the arithmetic of BLS, of which the client has a part already. */
async function blsSize() {
  const sizes = [];
  for (const bls of ['', "export { loadBls } from '@dapikit/protocol/wasm';"])
    sizes.push(
      (await bundleSize(['wasm-x11-hash/*'], { contents: `${CLIENT} ${bls}`, splitting: false })).first,
    );
  return sizes[1] - sizes[0];
}

async function bundleSizes() {
  const [without, withX11] = [await bundleSize(['wasm-x11-hash/*']), await bundleSize([])];
  return {
    'without X11': without.first,
    'with X11 (WebAssembly)': withX11.first,
    'BLS in WebAssembly, in addition': await blsSize(),
    'on demand, with the first read of documents': without.onDemand,
  };
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, transactions: { type: 'string', default: '100' } },
  });
  const rounds = Number(values.rounds);
  const milliseconds = {
    ...(await measureLists(rounds)),
    ...(await measureHeaders(rounds)),
    ...(await measureWalk(Number(values.transactions))),
    ...(await measureChainLocks()),
    ...(await measureFirstIdentity(rounds)),
  };
  const kibibytes = await bundleSizes();
  console.log(
    table(
      ['check', 'ms'],
      Object.entries(milliseconds).map(([name, ms]) => [name, ms.toFixed(1)]),
    ),
  );
  console.log(
    table(
      ['bundle for browsers', 'KiB, gzip'],
      Object.entries(kibibytes).map(([name, size]) => [name, size.toFixed(0)]),
    ),
  );
  keepResult('light-client', { milliseconds, kibibytes });
}

if (process.argv[2] === 'first-list') await firstList();
