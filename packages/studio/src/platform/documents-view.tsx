import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Panel } from '../components/panel.js';
import { hrefOf } from '../shell/route.js';
import { DocumentHistory } from './document-history.js';
import { DocumentPanel } from './document-panel.js';
import { DocumentTable } from './document-table.js';
import { documentOf, documentTitle, type StoredDocument } from './document.js';
import { NewDocument } from './new-document.js';
import { platform } from '../rpc/platform.js';
import type { TypeInUse } from './registered-contract.js';
import { keepsTotals } from './kept-totals.js';
import { TotalCards } from './totals-view.js';
import { useAnswer } from './use-answer.js';
import type { Hands, World } from './world.js';

const NO_QUERY = {};

/** Documents of a type: a form for a new one or for the one that is open, all of them, and what they add up to. */
export function DocumentsView({
  inUse,
  world,
  hands,
}: {
  readonly inUse: TypeInUse;
  readonly world: World;
  readonly hands: Hands;
}) {
  const { contract, type } = inUse;
  const [opened, setOpened] = useState<StoredDocument>();
  const { value: newest } = useAnswer(
    async () =>
      opened &&
      (await platform.call('getDocument', {
        contractId: contract.id,
        documentType: type.name,
        id: opened.id,
      })),
    [opened?.id, world.revision],
  );
  const isGone = opened !== undefined && newest === null;
  const shown = opened === undefined || isGone ? undefined : current(opened, newest);
  const close = (): void => setOpened(undefined);
  const place = useRef<HTMLDivElement>(null);
  // What was opened from the table is where one goes on, by keyboard and on a phone too.
  useEffect(() => {
    if (shown !== undefined) place.current?.focus();
  }, [shown?.id]);
  return (
    <div class="platform-columns">
      <div ref={place} tabIndex={-1} class="platform-place">
        {shown === undefined ? (
          <NewDocument inUse={inUse} world={world} hands={hands} />
        ) : (
          <Panel
            title={`${type.name} ${documentTitle(type, shown)}`}
            aside={
              <Button size="s" icon="plus" onClick={close}>
                New document
              </Button>
            }
          >
            <DocumentPanel
              key={shown.id}
              inUse={inUse}
              document={shown}
              world={world}
              hands={hands}
              onGone={close}
            />
          </Panel>
        )}
      </div>
      <div class="platform-stack">
        <Panel title="Documents">
          <DocumentTable inUse={inUse} world={world} query={NO_QUERY} onOpen={setOpened} openId={shown?.id} />
        </Panel>
        {shown !== undefined && type.documentsKeepHistory && (
          <Panel title={`History of ${documentTitle(type, shown)}`}>
            <DocumentHistory inUse={inUse} document={shown} world={world} />
          </Panel>
        )}
        {keepsTotals(type) && (
          <Panel
            title="Totals"
            aside={<a href={hrefOf('platform', [contract.id, type.name, 'totals'])}>What is counted</a>}
          >
            <TotalCards inUse={inUse} world={world} />
          </Panel>
        )}
      </div>
    </div>
  );
}

function current(opened: StoredDocument, newest: unknown): StoredDocument {
  const found = newest === undefined ? opened : documentOf(newest);
  return found.id === opened.id ? found : opened;
}
