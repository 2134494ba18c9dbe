import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Icon } from '../components/icon.js';
import { findHref } from '../explorer/find-href.js';
import type { Tab } from '../navigation/tab.js';
import type { Server } from '../rpc/server.js';
import { listPlaces, loadSubjects } from './load-commands.js';
import { matchCommands, type PaletteCommand } from './palette-command.js';

/** Shows a dialog in which a person finds tabs, methods, contracts, identities, and anything else by its id. */
export function CommandPalette(props: {
  readonly tabs: readonly Tab[];
  readonly server: Server;
  readonly onClose: () => void;
}) {
  const { tabs, server, onClose } = props;
  const base = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { open, error, forget } = useOpening(onClose);
  const commands = useCommands(tabs, server);
  const found = matchCommands(commands, text);
  const current = found[at];
  useModal(dialog, onClose);

  return (
    <dialog
      class="command-palette"
      ref={dialog}
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void open(current, text);
        }}
      >
        <Icon name="search" />
        <PaletteInput
          base={base}
          text={text}
          current={current && at}
          onText={(next) => {
            setText(next);
            setAt(0);
            forget();
          }}
          onMove={(step) => found.length > 0 && setAt((at + step + found.length) % found.length)}
        />
        <kbd>Esc</kbd>
      </form>
      <Places
        base={base}
        commands={found}
        at={at}
        onPoint={setAt}
        onOpen={(command) => void open(command, text)}
      />
      {found.length === 0 && (
        <p class="command-palette-none">
          {error ?? (server.platform ? 'Press Enter to search the platform.' : 'Nothing has this name.')}
        </p>
      )}
    </dialog>
  );
}

/** Opens a dialog, which closes when another place of the studio is opened. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useEffect(() => {
    dialog.current?.showModal();
    addEventListener('hashchange', onClose);
    return () => removeEventListener('hashchange', onClose);
  }, []);
}

/** Returns how to open a place, or what a text names on the platform, and why the last one did not open. */
function useOpening(onOpened: () => void) {
  const [error, setError] = useState<string>();
  const open = async (command: PaletteCommand | undefined, text: string): Promise<void> => {
    try {
      location.hash = command?.href ?? (await findHref(text.trim()));
      onOpened();
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      setError(message);
      announce(message);
    }
  };
  return { open, error, forget: () => setError(undefined) };
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function PaletteInput(props: {
  readonly base: string;
  readonly text: string;
  /** Number of the chosen place; `undefined` where there is none. */
  readonly current: number | undefined;
  readonly onText: (text: string) => void;
  readonly onMove: (step: number) => void;
}) {
  const { base, text, current, onText, onMove } = props;
  return (
    <input
      type="text"
      role="combobox"
      aria-label="Go to"
      aria-expanded="true"
      aria-controls={`${base}-list`}
      aria-activedescendant={current === undefined ? undefined : `${base}-${current}`}
      aria-autocomplete="list"
      placeholder="A tab, method, contract, identity, or any id"
      value={text}
      spellcheck={false}
      autocomplete="off"
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      onKeyDown={(event) => {
        const move = MOVES[event.key];
        if (move === undefined) return;
        event.preventDefault();
        onMove(move);
      }}
    />
  );
}

function Places(props: {
  readonly base: string;
  readonly commands: readonly PaletteCommand[];
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onOpen: (command: PaletteCommand) => void;
}) {
  const { base, commands, at, onPoint, onOpen } = props;
  useEffect(() => {
    document.getElementById(`${base}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ul id={`${base}-list`} role="listbox" aria-label="Places">
      {commands.map((command, index) => (
        <li
          key={`${command.kind} ${command.href}`}
          id={`${base}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerMove={() => onPoint(index)}
          onClick={() => onOpen(command)}
        >
          <span class="command-palette-kind">{command.kind}</span>
          <span class="command-palette-label">{command.label}</span>
          <span class="command-palette-detail">{command.detail}</span>
        </li>
      ))}
    </ul>
  );
}

/** Returns what can be opened: tabs at once, the rest when the server has answered. */
function useCommands(tabs: readonly Tab[], server: Server): readonly PaletteCommand[] {
  const [subjects, setSubjects] = useState<readonly PaletteCommand[]>([]);
  useEffect(() => {
    let isOver = false;
    void loadSubjects(server).then((loaded) => isOver || setSubjects(loaded));
    return () => {
      isOver = true;
    };
  }, []);
  return [...listPlaces(tabs), ...subjects];
}
