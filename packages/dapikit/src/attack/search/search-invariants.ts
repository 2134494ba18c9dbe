import * as fc from 'fast-check';
import { isBroken, type Invariant } from '../invariant/invariant.js';
import { StateObserver } from '../invariant/observe-state.js';
import type { AttackRoom } from '../room/attack-room.js';
import type { ExecutedStep, Step } from '../step/step.js';
import { SequenceScene } from './sequence-scene.js';
import type { StepChoice } from './step-choice.js';
import { Swarms, type Subjects } from './swarm.js';

/** Longest sequence of steps. */
const MAX_STEPS = 16;
/** Sequences of the same kinds of steps that are tried one after another. */
const SWARM_SEQUENCES = 10;
/** Most sequences that fast-check tries to shrink one; then each step is left out once. */
const MAX_SHRINKS = 150;

/** Configures {@link searchInvariants}. */
export interface SearchOptions extends Subjects {
  readonly invariants: readonly Invariant[];
  /** Positions of the groups of the contract. */
  readonly groups: readonly number[];
  readonly seed: number;
  /** Returns the time that is left, in milliseconds. */
  readonly timeLeft: () => number;
}

/** Describes an invariant that steps break, or that throws. */
export interface BrokenInvariant {
  readonly invariant: Invariant;
  /** The shortest sequence that was found. */
  readonly steps: readonly ExecutedStep[];
  /** Message of the error that the invariant threw; absent where it is broken. */
  readonly thrown?: string;
}

/** Holds the result of a search. */
export interface SearchResult {
  readonly broken: readonly BrokenInvariant[];
  /** Number of sequences that were executed. */
  readonly sequences: number;
}

/**
 * Searches for sequences of steps that break invariants, until the time is over. An invariant that is broken, or that throws, ends its own search
 * only.
 */
export async function searchInvariants(room: AttackRoom, options: SearchOptions): Promise<SearchResult> {
  const positions = options.tokens.map(({ shape }) => shape.position);
  const start = await StateObserver.open(room, positions, options.groups);
  const prepared = room.steps;
  const broken: BrokenInvariant[] = [];
  let remaining = options.invariants;
  let sequences = 0;
  const swarms = new Swarms(options);
  for (let seed = options.seed; remaining.length > 0 && options.timeLeft() > 0; seed += 1) {
    const search = new Search(room, start, remaining);
    const found = await search.run(swarms, seed, options.timeLeft);
    sequences += search.sequences;
    if (found === undefined) continue;
    const { steps, ...rest } = await shorten(room, start, found, options.timeLeft);
    broken.push({ ...rest, steps: [...prepared, ...steps] });
    remaining = remaining.filter((invariant) => invariant !== found.invariant);
  }
  return { broken, sequences };
}

/** Runs random sequences until one breaks an invariant, and shrinks it. */
class Search {
  sequences = 0;
  private found: BrokenInvariant | undefined;

  constructor(
    private readonly room: AttackRoom,
    private readonly start: StateObserver,
    private readonly invariants: readonly Invariant[],
  ) {}

  async run(swarms: Swarms, seed: number, timeLeft: () => number): Promise<BrokenInvariant | undefined> {
    const commands = swarms.choices(seed).map((one) => one.map((choice) => new StepCommand(choice)));
    const property = fc.asyncProperty(
      fc.limitShrink(
        fc.commands(commands, { maxCommands: MAX_STEPS, size: 'max', disableReplayLog: true }),
        MAX_SHRINKS,
      ),
      async (sequence) => timeLeft() <= 0 || this.isFine(sequence),
    );
    const { failed, errorInstance } = await fc.check(property, {
      seed,
      numRuns: SWARM_SEQUENCES,
    });
    if (failed && this.found === undefined) throw errorInstance;
    return this.found;
  }

  /** Returns whether a sequence breaks nothing. After the first that does, only its invariant counts: shrinking keeps to it. */
  private async isFine(
    commands: Iterable<fc.AsyncCommand<SequenceScene, SequenceRun, boolean>>,
  ): Promise<boolean> {
    this.sequences += 1;
    const invariants = this.found === undefined ? this.invariants : [this.found.invariant];
    const run = new SequenceRun(this.room, this.start.fork(), invariants);
    await this.room.branch(async () => fc.asyncModelRun(() => ({ model: run.scene, real: run }), commands));
    this.found = run.broken ?? this.found;
    return run.broken === undefined;
  }
}

/** Represents a step as a command of fast-check. */
class StepCommand implements fc.AsyncCommand<SequenceScene, SequenceRun> {
  constructor(private readonly choice: StepChoice) {}

  check(scene: Readonly<SequenceScene>): boolean {
    return !scene.isOver && this.choice(scene.unlabelled) !== undefined;
  }

  async run(scene: SequenceScene, sequence: SequenceRun): Promise<void> {
    const step = this.choice(scene);
    if (step !== undefined) await sequence.perform(step);
  }

  toString(): string {
    return 'step';
  }
}

/** Executes the steps of one sequence, and judges the state after each. */
class SequenceRun {
  readonly scene: SequenceScene;
  broken: BrokenInvariant | undefined;
  /** Number of steps that were executed before the sequence. */
  private readonly prepared: number;

  constructor(
    private readonly room: AttackRoom,
    private readonly observer: StateObserver,
    private readonly invariants: readonly Invariant[],
  ) {
    this.prepared = room.steps.length;
    this.scene = new SequenceScene(room);
  }

  async perform(step: Step): Promise<void> {
    const before = this.observer.state;
    const outcome = await this.room.perform(step);
    if (!outcome.accepted) return;
    this.scene.follow(step, outcome);
    const now = await this.observer.follow(step, this.scene.contests);
    for (const invariant of this.invariants) {
      const thrown = await judge(invariant, now, before, { step, outcome });
      if (thrown === undefined) continue;
      this.broken = { invariant, steps: this.room.steps.slice(this.prepared), ...thrown };
      this.scene.isOver = true;
      return;
    }
  }
}

/** Returns nothing where an invariant holds; otherwise what it threw, if it did. */
async function judge(
  invariant: Invariant,
  ...state: Parameters<Invariant['judge']>
): Promise<{ readonly thrown?: string } | undefined> {
  try {
    return (await isBroken(invariant, state)) ? {} : undefined;
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}

/** Leaves out each step without which the invariant is still broken: rejected ones, and those that fast-check left. */
async function shorten(
  room: AttackRoom,
  start: StateObserver,
  found: BrokenInvariant,
  timeLeft: () => number,
): Promise<BrokenInvariant> {
  let shortest = found;
  for (let at = shortest.steps.length - 2; at >= 0 && timeLeft() > 0; at -= 1) {
    const steps = shortest.steps.filter((_, other) => other !== at).map(({ step }) => step);
    const run = new SequenceRun(room, start.fork(), [found.invariant]);
    await room.branch(async () => {
      for (const step of steps) if (run.broken === undefined) await run.perform(step);
    });
    if (run.broken !== undefined) shortest = run.broken;
  }
  return shortest;
}
