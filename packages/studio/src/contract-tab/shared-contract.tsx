import { JUDGED_PROTOCOLS } from '@dapikit/contract';
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { createHref } from '../navigation/route.js';
import { changeDraft, getDraft, type Draft } from '../contract/draft.js';
import { decodeContract } from '../contract/share-link.js';

/**
 * Opens the contract of a link, and removes it from the address.
 * @returns a message with a button that restores the previous draft.
 */
export function useSharedContract(encoded: string | null, version: string | null): ComponentChild {
  const [previous, setPrevious] = useState<Draft>();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    if (encoded === null) return;
    history.replaceState(null, '', createHref('contract'));
    const open = async (): Promise<void> => {
      try {
        const text = await decodeContract(encoded);
        const before = getDraft();
        const known = JUDGED_PROTOCOLS.find((one) => String(one) === version);
        if (text !== before.text) setPrevious(before);
        changeDraft({ text, protocolVersion: known ?? before.protocolVersion });
      } catch {
        setIsBroken(true);
      }
    };
    void open();
  }, [encoded, version]);
  if (isBroken)
    return (
      <Notice kind="bad" title="The contract in this link cannot be read">
        <p>The link may be incomplete. Request it again.</p>
      </Notice>
    );
  if (previous === undefined) return null;
  return (
    <Notice kind="info" title="This contract came with the link">
      <Button
        onClick={() => {
          changeDraft(previous);
          setPrevious(undefined);
        }}
      >
        Restore my draft
      </Button>
    </Notice>
  );
}
