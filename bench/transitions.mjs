// npm run bench transitions [-- --creates N --rounds N --trips N]
// Signed document creates with three indices and signed token transfers, as an SDK sends them: decoded, checked and executed on LMDB, each in
// a block of its own. Then what evo-sdk takes for a transfer in front of `dapikit dev`.
// Processor time counts; the round in which it was least, as other work on the machine only adds to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { decodeStateTransition, signableBytes, verifySignature } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { keepResult } from './lib/keep-result.mjs';
import { HIGH_KEY, openSigners, publicKey, signedCreate } from './lib/signed-creates.mjs';
import { CRITICAL_KEY, openHolders, signedTransfer } from './lib/signed-transfers.mjs';
import { table } from './lib/table.mjs';
import { measureTransferTrips } from './lib/transfer-trips.mjs';

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

const KINDS = [
  { name: 'signed document create', key: HIGH_KEY, open: openSigners, signed: signedCreate },
  { name: 'signed token transfer', key: CRITICAL_KEY, open: openHolders, signed: signedTransfer },
];

/** The least processor time of the rounds for a transition on a platform with or without trees. */
async function measureTransitions({ open, signed }, { creates, rounds }, proofs) {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  const platform = await createPlatform({ store, time: 1_700_000_000_000, proofs, signer });
  try {
    const signers = await open(platform);
    // The first proof builds the trees: from then on, blocks record what they change in them.
    if (proofs) await platform.readProvenState(async () => undefined);
    const results = [];
    let first = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const count = round === 0 ? WARM_UP : creates;
      const transitions = Array.from({ length: count }, (_, at) => signed(signers, first + at));
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

/** The least processor time of decoding a transition, and of checking its signature. */
async function measureParts({ key: keyId, signed }, { creates, rounds }) {
  const ids = ['4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF'];
  const signers = { ids: Array.from({ length: 8 }, () => ids[0]), contractId: ids[0] };
  const transitions = Array.from({ length: creates }, (_, at) => signed(signers, at * 8));
  const key = { type: 'ECDSA_SECP256K1', data: publicKey(0, keyId) };
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

async function measureKind(kind, size) {
  const { decoding, checking } = await measureParts(kind, size);
  const off = await measureTransitions(kind, size, false);
  const on = await measureTransitions(kind, size, true);
  const rows = [
    ['decode', decoding],
    ['check the signature', checking],
    ['decode, check and execute, without trees', off],
    ['decode, check and execute, and record what changes in the trees', on],
  ].map(([what, micros]) => ({ what, micros, perSecond: 1e6 / micros, ofAll: micros / on }));
  console.log(
    table(
      [kind.name, 'processor µs', 'a second on one core', 'of all'],
      rows.map(({ what, micros, perSecond, ofAll }) => [
        what,
        micros.toFixed(0),
        perSecond.toFixed(0),
        ofAll.toFixed(2),
      ]),
    ),
  );
  return { name: kind.name, rows };
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      creates: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '7' },
      trips: { type: 'string', default: '50' },
    },
  });
  const size = { creates: Number(values.creates), rounds: Number(values.rounds) };
  const kinds = [];
  for (const kind of KINDS) kinds.push(await measureKind(kind, size));
  const trips = await measureTransferTrips(Number(values.trips));
  console.log(
    table(
      ['token transfer of evo-sdk', 'milliseconds'],
      [
        ['median', trips.median.toFixed(0)],
        ['least', trips.least.toFixed(0)],
      ],
    ),
  );
  keepResult('transitions', { ...size, together: TOGETHER, kinds, trips });
}
