import { useId } from 'preact/hooks';
import { Select } from '../../components/select.js';
import { groupOf, TRANSITION_GROUPS, type TransitionGroup } from './transition-group.js';

/** Describes which transitions of a list are shown. */
export interface TransitionChoice {
  readonly group: TransitionGroup | 'all';
  readonly result: 'all' | 'executed' | 'rejected';
  /** Part of the type, the content or an id, in any case. */
  readonly text: string;
}

/** Shows all transitions. */
export const ALL_TRANSITIONS: TransitionChoice = { group: 'all', result: 'all', text: '' };

/** Describes what a choice looks at. */
interface FilteredTransition {
  readonly kind: string;
  readonly summary: string;
  readonly ids: readonly (string | undefined)[];
  readonly isRejected: boolean;
}

/** Returns whether a choice shows a transition. */
export function isChosen({ group, result, text }: TransitionChoice, transition: FilteredTransition): boolean {
  const { kind, summary, ids, isRejected } = transition;
  const wanted = text.trim().toLowerCase();
  return (
    (group === 'all' || groupOf(kind) === group) &&
    (result === 'all' || (result === 'rejected') === isRejected) &&
    [kind, summary, ...ids].some((part) => part?.toLowerCase().includes(wanted))
  );
}

/** Shows the fields that choose transitions. */
export function TransitionFilter(props: {
  readonly choice: TransitionChoice;
  readonly onChange: (choice: TransitionChoice) => void;
}) {
  const { choice, onChange } = props;
  const id = useId();
  return (
    <div class="transition-filter" role="group" aria-label="Filter">
      <label class="visually-hidden" for={id}>
        Filter by type, content or id
      </label>
      <input
        id={id}
        type="text"
        placeholder="Filter by type, content or id"
        value={choice.text}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => onChange({ ...choice, text: currentTarget.value })}
      />
      <Select
        label="About"
        value={choice.group}
        options={[
          { value: 'all', label: 'everything' },
          ...TRANSITION_GROUPS.map(({ group, label }) => ({ value: group, label: label.toLowerCase() })),
        ]}
        onChange={(group) => onChange({ ...choice, group })}
      />
      <Select
        label="Result"
        value={choice.result}
        options={[
          { value: 'all', label: 'any' },
          { value: 'executed', label: 'executed' },
          { value: 'rejected', label: 'rejected' },
        ]}
        onChange={(result) => onChange({ ...choice, result })}
      />
    </div>
  );
}
