import { NEWEST_PROTOCOL, PROTOCOL_VERSIONS } from '@dapikit/contract';
import { useEffect, useState } from 'preact/hooks';
import sample from './examples/shop.json';

/** What is being written, as it is kept in this browser and nowhere else. */
export interface Draft {
  /** The contract. */
  readonly text: string;
  readonly protocolVersion: number;
  /** The contract that `text` is to replace; empty where none is. */
  readonly registered: string;
  /** The id of that contract on the local platform; empty where it is not from there. */
  readonly contractId: string;
}

const KEY = 'dapikit-draft';

const FIRST: Draft = { text: sample, protocolVersion: NEWEST_PROTOCOL, registered: '', contractId: '' };

let draft: Draft | undefined;
const watchers = new Set<(draft: Draft) => void>();

/** The draft as it is now. */
export function currentDraft(): Draft {
  draft ??= keptDraft();
  return draft;
}

/** Changes the draft, and keeps it where this browser lets it. */
export function changeDraft(change: Partial<Draft>): void {
  const next = { ...currentDraft(), ...change };
  draft = next;
  for (const watcher of watchers) watcher(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Too long, or a browser that keeps nothing: the page has it until it is closed.
  }
}

/** The draft as it changes. */
export function useDraft(): Draft {
  const [shown, setShown] = useState(currentDraft);
  useEffect(() => {
    watchers.add(setShown);
    setShown(currentDraft());
    return () => void watchers.delete(setShown);
  }, []);
  return shown;
}

function keptDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    return draftOf(kept);
  } catch {
    return FIRST;
  }
}

function draftOf(kept: unknown): Draft {
  if (typeof kept !== 'object' || kept === null) return FIRST;
  const { text, protocolVersion, registered, contractId }: { [Name in keyof Draft]?: unknown } = kept;
  return {
    text: typeof text === 'string' ? text : FIRST.text,
    protocolVersion: PROTOCOL_VERSIONS.find((version) => version === protocolVersion) ?? NEWEST_PROTOCOL,
    registered: typeof registered === 'string' ? registered : '',
    contractId: typeof contractId === 'string' ? contractId : '',
  };
}
