import { JUDGED_PROTOCOLS, NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { useEffect, useState } from 'preact/hooks';
import sample from './examples/shop.json';

/** Describes the contract in the editor, stored in this browser only. */
export interface Draft {
  /** The contract. */
  readonly text: string;
  readonly protocolVersion: number;
  /** The contract that `text` is compared with; empty without one. */
  readonly baseline: string;
  /** The id of the baseline on the local platform; empty where it is not from there. */
  readonly contractId: string;
}

const KEY = 'dapikit-draft';

const FIRST: Draft = {
  text: sample,
  protocolVersion: NEWEST_RELEASED_PROTOCOL,
  baseline: '',
  contractId: '',
};

let draft: Draft | undefined;
const watchers = new Set<(draft: Draft) => void>();

/** Returns the draft. */
export function getDraft(): Draft {
  draft ??= loadDraft();
  return draft;
}

/** Changes the draft, and stores it where the browser allows that. */
export function changeDraft(change: Partial<Draft>): void {
  const next = { ...getDraft(), ...change };
  draft = next;
  for (const watcher of watchers) watcher(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Too long, or a browser that stores nothing: the draft lasts until the page is closed.
  }
}

/** Returns the draft, whenever it changes. */
export function useDraft(): Draft {
  const [shown, setShown] = useState(getDraft);
  useEffect(() => {
    watchers.add(setShown);
    setShown(getDraft());
    return () => void watchers.delete(setShown);
  }, []);
  return shown;
}

function loadDraft(): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    return readDraft(stored);
  } catch {
    return FIRST;
  }
}

function readDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return FIRST;
  const { text, protocolVersion, baseline, contractId }: { [Name in keyof Draft]?: unknown } = stored;
  return {
    text: typeof text === 'string' ? text : FIRST.text,
    protocolVersion:
      JUDGED_PROTOCOLS.find((version) => version === protocolVersion) ?? NEWEST_RELEASED_PROTOCOL,
    baseline: typeof baseline === 'string' ? baseline : '',
    contractId: typeof contractId === 'string' ? contractId : '',
  };
}
