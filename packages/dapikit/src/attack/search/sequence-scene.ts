import { contestOf } from './contested-values.js';
import type { AttackRoom } from '../room/attack-room.js';
import { membersOf } from '../../platform/members.js';
import type { ContestName, Outcome, Step } from '../step/step.js';
import type { Grant, Proposal, Scene } from './step-choice.js';

/** Remembers what the steps of a sequence created. */
export class SequenceScene implements Scene {
  private readonly known: { readonly label: string; readonly documentType: string }[] = [];
  private readonly opened: ContestName[] = [];
  private readonly proposed: Proposal[] = [];
  private readonly granted: Grant[] = [];
  /** True when the sequence broke an invariant: no further step is executed. */
  isOver = false;

  constructor(private readonly room: AttackRoom) {}

  documents(documentType: string): readonly string[] {
    return this.known.filter((each) => each.documentType === documentType).map(({ label }) => label);
  }

  get labels(): readonly string[] {
    return this.known.map(({ label }) => label);
  }

  get contests(): readonly ContestName[] {
    return this.opened;
  }

  get proposals(): readonly Proposal[] {
    return this.proposed;
  }

  get grants(): readonly Grant[] {
    return this.granted;
  }

  newLabel(name: string): string {
    return this.room.nextLabel(name);
  }

  /** The same scene, which takes no labels: for the question what is possible. */
  get unlabelled(): Scene {
    return {
      documents: (documentType) => this.documents(documentType),
      labels: this.labels,
      contests: this.opened,
      proposals: this.proposed,
      grants: this.granted,
      newLabel: (name) => name,
    };
  }

  /** Remembers what an accepted step created, and forgets what it removed. */
  follow(step: Step, outcome: Extract<Outcome, { readonly accepted: true }>): void {
    if (step.action === 'create') {
      // A contender is stored when it has won.
      this.known.push({ label: step.document, documentType: step.documentType });
      const contest = outcome.contested ? contestOf(this.room, step) : undefined;
      if (contest !== undefined) this.opened.push(contest);
    }
    if (step.action === 'delete') {
      const at = this.known.findIndex(({ label }) => label === step.document);
      this.known.splice(at, 1);
    }
    if (step.action === 'changeSetting' && outcome.pending !== true) {
      const { tokenPosition, item } = step;
      const actor = this.room.actorOf(String(membersOf(item.value)['identity']));
      if (actor !== undefined) this.granted.push({ tokenPosition, setting: item.$type, to: actor });
    }
    if ('group' in step && step.group !== undefined && outcome.pending === true && !step.group.isSigning) {
      const { by: _by, group, ...rest } = step;
      this.proposed.push({ step: rest, group });
    }
  }
}
