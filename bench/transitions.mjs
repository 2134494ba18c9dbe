// npm run bench transitions [-- --creates N --rounds N]
// Signed document creates with three indices, as an SDK sends them: decoded, checked and executed on LMDB, each in a block of its own.
// Processor time counts; the round in which it was least, as other work on the machine only adds to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { decodeStateTransition, signableBytes, verifySignature } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { keepResult } from './lib/keep-result.mjs';
import { openSigners, publicKey, signedCreate } from './lib/signed-creates.mjs';
import { table } from './lib/table.mjs';

const TOGETHER = 32;
const WARM_UP = 2000;
const signer = () => ({ quorumType: 106, quorumHash: new Uint8Array(32), sign: () => new Uint8Array(96) });

/** Microseconds of processor time that work takes for one of several. */
async function cpuOf(count, work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

async function inGroups(transitions, use) {
  for (let from = 0; from < transitions.length; from += TOGETHER)
    await Promise.all(transitions.slice(from, from + TOGETHER).map(use));
}

/** The least processor time of the rounds for a create on a platform with or without trees. */
async function measureCreates({ creates, rounds }, proofs) {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  const platform = await createPlatform({ store, time: 1_700_000_000_000, proofs, signer });
  try {
    const signers = await openSigners(platform);
    // The first proof builds the trees: from then on, blocks record what they change in them.
    if (proofs) await platform.readProvenState(async () => undefined);
    const results = [];
    let first = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const count = round === 0 ? WARM_UP : creates;
      const transitions = Array.from({ length: count }, (_, at) => signedCreate(signers, first + at));
      first += count;
      const micros = await cpuOf(count, async () =>
        inGroups(transitions, async (stateTransition) =>
          platform.broadcastStateTransition({ stateTransition }),
        ),
      );
      if (round > 0) results.push(micros);
    }
    return Math.min(...results);
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The least processor time of decoding a create, and of checking its signature. */
async function measureParts({ creates, rounds }) {
  const ids = ['4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF'];
  const signers = { ids: Array.from({ length: 8 }, () => ids[0]), contractId: ids[0] };
  const transitions = Array.from({ length: creates }, (_, at) => signedCreate(signers, at * 8));
  const key = { type: 'ECDSA_SECP256K1', data: publicKey(0, 2) };
  const decoded = transitions.map((bytes) => decodeStateTransition(bytes).value);
  const checks = decoded.map((value) => ({ signable: signableBytes(value), signature: value.signature }));
  const decoding = [];
  const checking = [];
  for (let round = 0; round < rounds; round += 1) {
    decoding.push(
      await cpuOf(creates, async () => transitions.forEach((bytes) => decodeStateTransition(bytes))),
    );
    checking.push(
      await cpuOf(creates, async () => {
        for (const { signable, signature } of checks)
          if (!verifySignature(signable, signature, key, nodeSignatures))
            throw new Error('a wrong signature');
      }),
    );
  }
  return { decoding: Math.min(...decoding), checking: Math.min(...checking) };
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { creates: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '7' } },
  });
  const size = { creates: Number(values.creates), rounds: Number(values.rounds) };
  const { decoding, checking } = await measureParts(size);
  const [off, on] = [await measureCreates(size, false), await measureCreates(size, true)];
  const rows = [
    ['decode', decoding],
    ['check the signature', checking],
    ['decode, check and execute, without trees', off],
    ['decode, check and execute, and record what changes in the trees', on],
  ].map(([what, micros]) => ({ what, micros, perSecond: 1e6 / micros, ofAll: micros / on }));
  console.log(
    table(
      ['signed document create', 'processor µs', 'a second on one core', 'of all'],
      rows.map(({ what, micros, perSecond, ofAll }) => [
        what,
        micros.toFixed(0),
        perSecond.toFixed(0),
        ofAll.toFixed(2),
      ]),
    ),
  );
  keepResult('transitions', { ...size, together: TOGETHER, rows });
}
