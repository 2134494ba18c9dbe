import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { findHref } from './find-href.js';

const SEARCHED = 'Name, or id of a transition, identity, token or contract';

/** Opens the view of an entered name or id. */
export function SearchForm() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const search = async (): Promise<void> => {
    try {
      location.hash = await findHref(text.trim());
      setError(undefined);
      setText('');
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      setError(message);
      announce(message);
    }
  };
  return (
    <form
      class="explorer-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <input
        type="search"
        aria-label={SEARCHED}
        placeholder={SEARCHED}
        value={text}
        required
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit">Open</Button>
      {error !== undefined && <p class="explorer-search-error">{error}</p>}
    </form>
  );
}
