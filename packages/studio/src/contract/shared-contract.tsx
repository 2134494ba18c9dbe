import { PROTOCOL_VERSIONS } from '@dapikit/contract';
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { hrefOf } from '../shell/route.js';
import { changeDraft, currentDraft, type Draft } from './draft.js';
import { decodeContract } from './share-link.js';

/**
 * Opens the contract of a link, and takes it out of the address, where it would come back at every visit.
 * @returns what is said of it: the draft that was there can be had back.
 */
export function useSharedContract(encoded: string | null, version: string | null): ComponentChild {
  const [former, setFormer] = useState<Draft>();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    if (encoded === null) return;
    history.replaceState(null, '', hrefOf('contract'));
    const open = async (): Promise<void> => {
      try {
        const text = await decodeContract(encoded);
        const before = currentDraft();
        const wanted = PROTOCOL_VERSIONS.find((known) => String(known) === version);
        if (text !== before.text) setFormer(before);
        changeDraft({ text, protocolVersion: wanted ?? before.protocolVersion });
      } catch {
        setIsBroken(true);
      }
    };
    void open();
  }, [encoded, version]);
  if (isBroken)
    return (
      <Notice kind="bad" title="The contract in this link cannot be read">
        <p>It may have been cut. Ask for the link again.</p>
      </Notice>
    );
  if (former === undefined) return null;
  return (
    <Notice kind="info" title="This contract came with the link">
      <Button
        onClick={() => {
          changeDraft(former);
          setFormer(undefined);
        }}
      >
        Bring back mine
      </Button>
    </Notice>
  );
}
