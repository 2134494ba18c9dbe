import { stringify } from 'lossless-json';
import { documentSources } from './attack-contract.js';
import { payTokens } from '../expectation/token-cost.js';
import { tokensOf } from '../../generate/contract-tokens.js';
import { schemaOf } from '../document/resolve-schema.js';
import type { ActorName } from '../step/step.js';
import type { SearchedToken } from '../search/token-choices.js';
import { changeableSettings } from '../search/token-settings.js';
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

/** Part of the time in which the settings of tokens are tried: sequences have the rest. */
const SETTINGS_PART = 0.1;

/** Holds the results of a search for steps that break invariants. */
export interface InvariantReport {
  readonly findings: readonly Finding[];
  /** Invariants that no sequence broke; none where no sequence was executed. */
  readonly held: readonly Invariant[];
  /** Number of sequences that were executed. */
  readonly sequences: number;
  /** True if the time was over before a sequence was executed, or before all settings of tokens were tried. */
  readonly isCut: boolean;
}

/** Searches for steps that break invariants; each finding has a test that executes them. */
export async function attackInvariants(
  room: AttackRoom,
  { invariants, seed, file, timeLeft }: InvariantOptions,
): Promise<InvariantReport> {
  if (invariants.length === 0) return { findings: [], held: [], sequences: 0, isCut: false };
  const sources = documentSources(room, seed);
  return room.branch(async () => {
    for (const { type } of sources.values()) await payTokens({ room, type });
    const { tokens, groups, isCut } = await searchedTokens(room, timeLeft);
    const { broken, sequences } = await searchInvariants(room, {
      invariants,
      sources,
      tokens,
      groups,
      seed,
      timeLeft,
    });
    const found = new Set(broken.map(({ invariant }) => invariant));
    const held = sequences === 0 ? [] : invariants.filter((invariant) => !found.has(invariant));
    return {
      findings: broken.map((each) => findingOf(room, each, file)),
      held,
      sequences,
      isCut: isCut || sequences === 0,
    };
  });
}

/** Reads the tokens and groups of a contract, with the identities of the room that decide. */
async function searchedTokens(
  room: AttackRoom,
  timeLeft: () => number,
): Promise<{
  readonly tokens: readonly SearchedToken[];
  readonly groups: readonly number[];
  readonly isCut: boolean;
}> {
  const { tokens, groups } = tokensOf(stringify(room.registered) ?? '');
  const actorOf = (name: string): ActorName | undefined =>
    name === 'contractOwner' ? 'owner' : room.actorOf(name);
  const stored = schemaOf(room.registered['groups']);
  const members = new Map(
    groups.map((position) => {
      const ids = Object.keys(schemaOf(schemaOf(stored[position])['members']));
      return [position, ids.flatMap((id) => actorOf(id) ?? [])] as const;
    }),
  );
  const searched: SearchedToken[] = [];
  const rest = (1 - SETTINGS_PART) * timeLeft();
  const options = { actorOf, members, timeLeft: () => timeLeft() - rest };
  let isAnyCut = false;
  for (const token of tokens) {
    const { isCut, ...changeable } = await changeableSettings(room, token.shape.position, options);
    isAnyCut ||= isCut;
    searched.push({ ...token, actorOf, members, ...changeable });
  }
  return { tokens: searched, groups, isCut: isAnyCut };
}

function findingOf(room: AttackRoom, { invariant, steps, thrown }: BrokenInvariant, file: string): Finding {
  const { kind, name } = invariant;
  const code = thrown === undefined ? 'invariant-broken' : 'invariant-throws';
  const test = reproducingTest(steps, {
    name: `breaks "${kind} ${name}"`,
    file,
    types: room.types,
    names: room.names,
    standIns: room.standIns,
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
