import { useId, useRef, useState } from 'preact/hooks';
import { tidy } from './tidy.js';
import { EXAMPLES } from './examples/examples.js';

const GROUPS = [
  { label: 'To learn with', isReal: false },
  { label: 'In use', isReal: true },
] as const;

/** A choice of contracts to start from. */
export function ExampleChoice(props: {
  readonly label: string;
  /** What there is now: a choice is shown until something in it was changed. */
  readonly text: string;
  /** Gets the text of what was chosen. */
  readonly onChoose: (text: string) => void;
}) {
  const id = useId();
  const [chosen, setChosen] = useState<{ readonly id: string; readonly text?: string }>({ id: '' });
  const wanted = useRef('');
  const choose = async (value: string): Promise<void> => {
    wanted.current = value;
    setChosen({ id: value });
    const example = EXAMPLES.find((known) => known.id === value);
    if (example === undefined) return;
    const { default: source } = await example.load();
    // Whoever goes through the list by keyboard chooses faster than texts come.
    if (wanted.current !== value) return;
    const text = tidy(source);
    setChosen({ id: value, text });
    props.onChoose(text);
  };
  const isUnchanged = chosen.text === undefined || chosen.text === props.text;
  return (
    <div class="select">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        value={isUnchanged ? chosen.id : ''}
        onChange={({ currentTarget: { value } }) => void choose(value)}
      >
        <option value="">an example …</option>
        {GROUPS.map(({ label, isReal }) => (
          <optgroup key={label} label={label}>
            {EXAMPLES.filter((example) => example.isReal === isReal).map(({ id: value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
