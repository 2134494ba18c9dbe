// A gateway with a local platform, without rate limits, that says how long the longest turn of its main thread was. The platform has 150 documents of 4 KB,
// and 60 contracts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevChain } from '@dapikit/chain';
import {
  absentPlatform,
  DEFAULT_SETTINGS,
  inProcessLayer1,
  loadLaterModules,
  startGateway,
} from '@dapikit/gateway';
import { createPlatform } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { pino } from 'pino';
import { watchMainThread } from '../lib/main-thread.mjs';
import { report } from './report.mjs';

const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
process.on('exit', () => rmSync(stateDirectory, { recursive: true, force: true }));

const DOCUMENTS = 150;
const CONTRACTS = 60;
const note = {
  type: 'object',
  properties: {
    number: { type: 'integer', minimum: 0, maximum: 10_000, position: 0 },
    text: { type: 'string', maxLength: 5000, position: 1 },
  },
  indices: [{ name: 'number', properties: [{ number: 'asc' }] }],
  required: ['number', 'text'],
  additionalProperties: false,
};

async function filledPlatform(signer) {
  const platform = await createPlatform({ signer: () => signer });
  const { id: by } = await platform.createIdentity({ credits: 10n ** 15n });
  const contractIds = [];
  for (let number = 0; number < CONTRACTS; number += 1)
    contractIds.push((await platform.registerContract({ by, contract: { note } })).contractId);
  const [contractId] = contractIds;
  for (let number = 0; number < DOCUMENTS; number += 1)
    await platform.createDocument({
      by,
      contractId,
      documentType: 'note',
      data: { number, text: String(number).padEnd(4000, 'x') },
    });
  return { platform, by, contractIds };
}

let figures;

const hex = (id) => Buffer.from(base58.decode(id)).toString('hex');

async function start({ driveUrl, verifyProofs = 'off' }) {
  const chain = await createDevChain({ instantSend: true, chainLocks: true });
  if (chain.quorums.platformSigner() === undefined) chain.quorums.form();
  const signer = chain.quorums.platformSigner();
  const { platform, by, contractIds } = await filledPlatform(signer);
  await loadLaterModules();
  const { port } = await startGateway(
    { ...DEFAULT_SETTINGS, rateLimit: undefined, port: 0, admin: undefined, stateDirectory },
    {
      layer1: inProcessLayer1(chain),
      platform: { platform: async () => platform },
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'fatal' }),
      now: Date.now,
      ...(driveUrl && {
        upstream: () => ({ driveUrls: [driveUrl], tenderdashUrl: undefined, verifyProofs }),
      }),
    },
  );
  figures = watchMainThread();
  const quorum = { type: signer.quorumType, hash: Buffer.from(signer.quorumHash).toString('hex') };
  return { url: `http://127.0.0.1:${port}`, identity: hex(by), contracts: contractIds.map(hex), quorum };
}

report(start, { mainThread: () => figures() });
