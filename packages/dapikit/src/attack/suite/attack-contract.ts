import { DocumentSource } from '../document/document-source.js';
import { resolveSchema, schemaOf } from '../document/resolve-schema.js';
import { EXPECTATIONS } from '../expectation/expectations.js';
import type { Expectation, Subject, Surprise } from '../expectation/expectation.js';
import { payTokens } from '../expectation/token-cost.js';
import type { AttackRoom } from '../room/attack-room.js';
import { tryMutations } from '../mutation/try-mutations.js';
import { attackTokens } from './attack-tokens.js';
import type { Finding } from './finding.js';
import { RULE_WITHOUT_EFFECT } from './further-findings.js';
import { makeFinding } from './make-finding.js';
import { pointerIn } from './pointer-in.js';

/** Configures {@link attackContract}. */
export interface AttackOptions {
  readonly seed: number;
  /** Returns whether the time is over. */
  readonly isOver: () => boolean;
}

/** Holds the results of an attack. */
export interface AttackReport {
  readonly findings: readonly Finding[];
  /** Document types for which no valid document was found: nothing is said about them. */
  readonly untried: readonly string[];
  /** Document types whose costs in tokens nobody can pay on the platform of the attack: nothing is said about them. */
  readonly unpaid: readonly string[];
  /** Number of transitions that break a rule and were rejected, as they should be. */
  readonly rejected: number;
  /** True if the time was over before all was examined. */
  readonly isCut: boolean;
}

/** Makes the sources of documents of all types of a room, by name. */
export function documentSources(room: AttackRoom, seed: number): ReadonlyMap<string, DocumentSource> {
  const { registered, contract, types, ids } = room;
  const schemas = schemaOf(registered['documentSchemas']);
  const definitions = schemaOf(registered['schemaDefs']);
  const options = {
    contract: registered,
    protocolVersion: contract.description.protocolVersion,
    seed,
    identifiers: [...ids.values()],
  };
  return new Map(
    [...types].map(([name, type]) => [
      name,
      new DocumentSource(type, resolveSchema(schemas[name], definitions), options),
    ]),
  );
}

/** Examines what authors expect of a contract and what it does not promise, each in a branch of its own. */
export async function attackContract(
  room: AttackRoom,
  { seed, isOver }: AttackOptions,
): Promise<AttackReport> {
  const findings: Finding[] = [];
  const untried: string[] = [];
  const unpaid: string[] = [];
  let rejected = 0;
  for (const source of documentSources(room, seed).values()) {
    const { type, plain = source.nearest } = source;
    if (source.plain === undefined) untried.push(type.name);
    const creator = type.creationRestrictionMode === 0 ? 'alice' : 'owner';
    const subject: Subject = { room, type, source, plain, creator };
    if (!(await room.branch(async () => payTokens(subject)))) {
      unpaid.push(type.name);
      continue;
    }
    for (const expectation of EXPECTATIONS) {
      if (isOver()) return { findings, untried, unpaid, rejected, isCut: true };
      if (source.plain === undefined && expectation.needsValid !== false) continue;
      const surprises = await room.branch(async () => {
        await payTokens(subject);
        return expectation.examine(subject);
      });
      findings.push(...surprises.map((surprise) => findingOf(subject, expectation, surprise)));
    }
    if (source.plain === undefined) continue;
    const mutated = await room.branch(async () => {
      await payTokens(subject);
      return tryMutations(room, { source, plain, creator, isOver });
    });
    rejected += mutated.rejected;
    findings.push(
      ...mutated.accepted.map(({ rule, ...rest }) =>
        findingOf(subject, RULE_WITHOUT_EFFECT, {
          ...rest,
          message: `the platform accepts a transition that breaks ${rule} of "${type.name}"`,
        }),
      ),
    );
  }
  findings.push(...(await attackTokens(room, isOver)));
  return { findings, untried, unpaid, rejected, isCut: isOver() };
}

function findingOf(
  { room, type }: Subject,
  expectation: Pick<Expectation, 'code' | 'severity' | 'fix'>,
  surprise: Surprise,
): Finding {
  const { text, description } = room.contract;
  const at = pointerIn({ text, shape: description.shape }, type.name, surprise.place);
  return { ...makeFinding(room, expectation, surprise, at), documentType: type.name };
}
