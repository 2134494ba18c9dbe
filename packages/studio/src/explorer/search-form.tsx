import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { createHref } from '../navigation/route.js';
import { platform } from '../rpc/platform.js';

const TRANSITION_ID = /^[\da-f]{64}$/i;
const IDENTIFIER = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Finds the view of an id; `undefined` where nothing has it. */
async function findHref(id: string): Promise<string | undefined> {
  if (TRANSITION_ID.test(id)) return createHref('explorer', ['transition', id.toLowerCase()]);
  if (!IDENTIFIER.test(id)) return undefined;
  const [identity, token, contract] = await Promise.all([
    platform.call('getIdentity', { id }),
    platform.call('getToken', { tokenId: id }),
    platform.call('getContract', { id }),
  ]);
  if (identity !== null) return createHref('explorer', ['identity', id]);
  if (token !== null) return createHref('explorer', ['token', id]);
  return contract === null ? undefined : createHref('platform', [id]);
}

/** Opens the view of a pasted id. */
export function SearchForm() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const search = async (): Promise<void> => {
    try {
      const href = await findHref(text.trim());
      if (href === undefined) throw new RangeError('Nothing on this platform has this id');
      setError(undefined);
      setText('');
      location.hash = href;
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
        aria-label="Id of a transition, identity, token or contract"
        placeholder="Id of a transition, identity, token or contract"
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
