import { documentSources } from './attack-contract.js';
import { payTokens } from '../expectation/token-cost.js';
import { schemaOf } from '../document/resolve-schema.js';
import type { Invariant } from '../invariant/invariant.js';
import { reproducingTest } from '../reproduction/reproducing-test.js';
import { FIRST_CREDITS, type AttackRoom } from '../room/attack-room.js';
import { searchInvariants, type BrokenInvariant } from '../search/search-invariants.js';
import type { Finding } from './finding.js';
import { fixOf } from './further-findings.js';

/** Configures {@link attackInvariants}. */
export interface InvariantOptions {
  readonly invariants: readonly Invariant[];
  readonly seed: number;
  /** Path of the contract, for tests. */
  readonly file: string;
  /** Returns the time that is left, in milliseconds. */
  readonly timeLeft: () => number;
}

/** Holds the findings about invariants, and the number of sequences that were executed. */
export interface InvariantReport {
  readonly findings: readonly Finding[];
  readonly sequences: number;
}

/** Searches for steps that break invariants; each finding has a test that executes them. */
export async function attackInvariants(
  room: AttackRoom,
  { invariants, seed, file, timeLeft }: InvariantOptions,
): Promise<InvariantReport> {
  const sources = documentSources(room, seed);
  const tokens = Object.keys(schemaOf(room.registered['tokens'])).map(Number);
  return room.branch(async () => {
    for (const { type } of sources.values()) await payTokens({ room, type });
    const { broken, sequences } = await searchInvariants(room, {
      invariants,
      sources,
      tokens,
      seed,
      timeLeft,
    });
    return { findings: broken.map((each) => findingOf(room, each, file)), sequences };
  });
}

function findingOf(room: AttackRoom, { invariant, steps, thrown }: BrokenInvariant, file: string): Finding {
  const { kind, name } = invariant;
  const code = thrown === undefined ? 'invariant-broken' : 'invariant-throws';
  const test = reproducingTest(steps, {
    name: `breaks "${kind} ${name}"`,
    file,
    types: room.types,
    names: new Map([...room.ids].map(([actor, id]) => [id, actor])),
    credits: FIRST_CREDITS,
  });
  return {
    code,
    severity: 'error',
    message:
      thrown === undefined ? `${kind} "${name}" is broken` : `the invariant "${name}" throws: ${thrown}`,
    at: '',
    fix: { text: fixOf(code) },
    versions: [room.contract.description.protocolVersion],
    docs: `dapikit explain ${code}`,
    steps,
    ...(thrown === undefined ? { test } : {}),
  };
}
