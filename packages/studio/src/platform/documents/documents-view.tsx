import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/panel.js';
import { createHref } from '../../navigation/route.js';
import { platform } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import { hasAggregates } from '../aggregates/aggregate.js';
import { AggregateCards } from '../aggregates/aggregates-view.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { getTitle, readDocument, type StoredDocument } from '../values/document.js';
import { DocumentHistory } from './document-history.js';
import { DocumentPanel } from './document-panel.js';
import { DocumentTable } from './document-table.js';
import { NewDocument } from './new-document.js';

const NO_QUERY = {};

/**
 * Shows the documents of a type, next to a form for a new document or the open one, with its history and the
 * aggregates.
 */
export function DocumentsView(props: {
  readonly selected: SelectedType;
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}) {
  const { selected, state, actions } = props;
  const { contract, type } = selected;
  const { document, open, close } = useOpenDocument(selected, state.revision);
  const panel = useRef<HTMLDivElement>(null);
  // Opening a document moves the focus to it.
  useEffect(() => {
    if (document !== undefined) panel.current?.focus();
  }, [document?.id]);
  return (
    <div class="platform-columns">
      <div ref={panel} tabIndex={-1} class="platform-open">
        {document === undefined ? (
          <NewDocument selected={selected} state={state} actions={actions} />
        ) : (
          <Panel
            title={`${type.name} ${getTitle(type, document)}`}
            aside={
              <Button size="s" icon="plus" onClick={close}>
                New document
              </Button>
            }
          >
            <DocumentPanel key={document.id} {...{ selected, document, state, actions }} onDeleted={close} />
          </Panel>
        )}
      </div>
      <div class="platform-stack">
        <Panel title="Documents">
          <DocumentTable {...{ selected, state }} query={NO_QUERY} onOpen={open} openId={document?.id} />
        </Panel>
        {document !== undefined && type.documentsKeepHistory && (
          <Panel title={`History of ${getTitle(type, document)}`}>
            <DocumentHistory selected={selected} document={document} state={state} />
          </Panel>
        )}
        {hasAggregates(type) && (
          <Panel
            title="Aggregates"
            aside={
              <a href={createHref('platform', [contract.id, type.name, 'aggregates'])}>All aggregates</a>
            }
          >
            <AggregateCards selected={selected} state={state} />
          </Panel>
        )}
      </div>
    </div>
  );
}

/** Returns the open document in its present revision; `undefined` where none is open, or where it was deleted. */
function useOpenDocument({ contract, type }: SelectedType, revision: number) {
  const [opened, setOpened] = useState<StoredDocument>();
  const { value: latest } = useRequest(
    async () =>
      opened &&
      (await platform.call('getDocument', {
        contractId: contract.id,
        documentType: type.name,
        id: opened.id,
      })),
    [opened?.id, revision],
  );
  const found = latest === undefined || latest === null ? undefined : readDocument(latest);
  const isDeleted = opened !== undefined && latest === null;
  return {
    document: isDeleted ? undefined : found?.id === opened?.id ? (found ?? opened) : opened,
    open: setOpened,
    close: () => setOpened(undefined),
  };
}
