import { describeContract, type ContractDescription } from '@dapikit/contract';
import { identifier } from '@dapikit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentSource } from '../../../src/attack/document/document-source.js';
import { resolveSchema, schemaOf } from '../../../src/attack/document/resolve-schema.js';
import { generateClient } from '../../../src/generate/generate-client.js';
import { aggregatesOf, indexMethods } from '../../../src/generate/index-methods.js';
import { shapesOf } from '../../../src/generate/shapes-module.js';
import { DapikitProcess } from '../../dev-process.js';
import { keyOn, LocalNetwork } from '../../facade/local-network.js';
import { corpusContracts, realContracts, type SampleContract } from '../sample-contracts.js';
import { Dice } from './dice.js';
import { DocumentModel } from './document-model.js';
import { loadClient } from './loaded-client.js';
import { RandomDocuments } from './random-documents.js';
import { RandomProgram, type Actor, type ProgramType, type Tally } from './random-program.js';

const PROTOCOL = 13;
/** Number of contracts of the corpus: `npm run test:clients` takes 100. */
const PROGRAMS = Number(process.env['CLIENT_PROGRAMS'] ?? 20);
/** Steps of a program; some are not possible. */
const STEPS = Number(process.env['CLIENT_STEPS'] ?? 60);
const SEED = Number(process.env['CLIENT_SEED'] ?? 1);

/** Credits that each program gets: 3 DASH. */
const CREDITS = 300_000_000_000;
const KINDS = ['written', 'contended', 'rejected', 'read'] as const;

interface AcceptedContract extends SampleContract {
  readonly description: ContractDescription;
}

const accepted = ({ id, contract }: SampleContract): AcceptedContract[] => {
  const described = describeContract(JSON.stringify(contract), { protocolVersion: PROTOCOL });
  return described.ok ? [{ id, contract, description: described.description }] : [];
};

/** Returns whether a contract asks for tokens of others, which are not registered here. */
const needsOthers = ({ description }: AcceptedContract): boolean =>
  description.documentTypes.some(({ tokenCost }) =>
    Object.values(tokenCost).some(({ contractId }) => contractId !== undefined),
  );

/** Levels of a contract that a request may have around it; the gateway takes 64 of both. */
const MAX_DEPTH = 60;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** Returns contracts of the corpus in equal distances. */
function chosenContracts(): readonly AcceptedContract[] {
  const all = corpusContracts();
  const chosen: AcceptedContract[] = [];
  for (let program = 0; program < PROGRAMS; program += 1) {
    let at = Math.floor((program * all.length) / PROGRAMS);
    for (; at < all.length; at += 1) {
      const [found] = all.slice(at, at + 1).flatMap(accepted);
      if (found === undefined || needsOthers(found) || depthOf(found.contract) > MAX_DEPTH) continue;
      chosen.push(found);
      break;
    }
  }
  return chosen;
}

const REAL = realContracts().flatMap(accepted);
const CORPUS = chosenContracts();

describe('a random program with a generated client, against dapikit dev', { timeout: 600_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  const totals: Tally = { written: 0, contended: 0, rejected: 0, read: 0 };
  let network: LocalNetwork;
  let signers: readonly { readonly identityId: string; readonly privateKey: string }[] = [];

  beforeAll(async () => {
    await server.started();
    network = await LocalNetwork.connect(server.url);
    signers = await Promise.all(
      [0, 1].map(async (index) => ({
        identityId: (await network.account(0, index)).id,
        privateKey: (await keyOn(0, `m/9'/1'/5'/0'/0'/${index}'/2'`)).toWIF(),
      })),
    );
  }, 600_000);
  afterAll(async () => {
    process.stdout.write(`${JSON.stringify(totals)}\n`);
    await server.stop();
  });

  /** Registers a contract, and returns its id with the clients of two identities. */
  async function registered(
    id: string,
    contract: object,
  ): Promise<{ readonly registered: unknown; readonly actors: readonly [Actor, Actor] }> {
    const generated = await generateClient(JSON.stringify(contract), {
      protocolVersion: PROTOCOL,
      form: 'auto',
      name: id,
    });
    if (!generated.ok) throw new Error('the contract is accepted');
    const create = await loadClient(generated.files);
    // A contract with a contested index costs more than 1 DASH.
    for (const { identityId } of signers)
      await network.call('platform', 'topUpIdentity', { id: identityId, credits: CREDITS });
    const { contractId } = await network.call('platform', 'registerContract', {
      by: signers[0]?.identityId,
      contract,
    });
    const found = await network.call('platform', 'getContract', { id: contractId });
    const [first, second] = signers.map((signer): Actor => ({
      id: identifier(signer.identityId),
      client: create(network.sdk, { contractId: String(contractId), signer }),
    }));
    if (first === undefined || second === undefined) throw new Error('there are two identities');
    return { registered: found['contract'], actors: [first, second] };
  }

  function typesOf(description: ContractDescription, contract: unknown, dice: Dice): readonly ProgramType[] {
    const [schemas, definitions] = ['documentSchemas', 'schemaDefs'].map((name) =>
      schemaOf(schemaOf(contract)[name]),
    );
    const shapes = shapesOf(description, 20_000_000_000n);
    return description.documentTypes.flatMap((type) => {
      const shape = shapes[type.name];
      if (shape === undefined) return [];
      const source = new DocumentSource(type, resolveSchema(schemas?.[type.name], definitions ?? {}), {
        contract,
        protocolVersion: PROTOCOL,
        seed: SEED,
        identifiers: signers.map(({ identityId }) => identityId),
      });
      const documents = new RandomDocuments(source, shape, dice);
      return [
        {
          shape,
          documents,
          model: new DocumentModel(type),
          methods: indexMethods(type),
          aggregates: aggregatesOf(type.aggregates),
        },
      ];
    });
  }

  const run = async ({ id, contract, description }: AcceptedContract): Promise<Tally> => {
    const dice = new Dice(SEED);
    const { registered: official, actors } = await registered(id, contract);
    const program = new RandomProgram(typesOf(description, official, dice), actors, dice);
    await program.run(STEPS);
    for (const kind of KINDS) totals[kind] += program.tally[kind];
    return program.tally;
  };

  it.each(REAL)('agrees with a model in memory: real contract $id', async (contract) => {
    expect((await run(contract)).read).toBeGreaterThan(0);
  });
  it.each(CORPUS)('agrees with a model in memory: contract $id of the corpus', async (contract) => {
    expect((await run(contract)).read).toBeGreaterThan(0);
  });
  it('covers all real contracts, and as many of the corpus as were asked for', () => {
    expect([REAL.length, new Set(CORPUS.map(({ id }) => id)).size]).toEqual([16, PROGRAMS]);
    expect(Object.values(totals).every((total) => total > 0)).toBe(true);
  });
});
