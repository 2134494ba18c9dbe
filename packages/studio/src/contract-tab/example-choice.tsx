import { useId, useRef, useState } from 'preact/hooks';
import { formatText } from '../contract/format-text.js';
import { EXAMPLES } from '../contract/examples/examples.js';

const GROUPS = [
  { label: 'Samples', isReal: false },
  { label: 'On the network', isReal: true },
] as const;

/** Shows a choice of contracts to start from. */
export function ExampleChoice(props: {
  readonly label: string;
  /** The present text: the choice is shown until it changes. */
  readonly text: string;
  /** Gets the text of the chosen example. */
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
    // Another example was chosen before this one was loaded.
    if (wanted.current !== value) return;
    const text = formatText(source);
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
