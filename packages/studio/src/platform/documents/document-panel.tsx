import type { DocumentTypeDescription } from '@dapikit/contract';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/copy-button.js';
import { Notice } from '../../components/notice.js';
import { ProofLink } from '../../components/proof-link.js';
import { getInteger } from '../../json/json-values.js';
import { formatDash } from '../../text/format-dash.js';
import { formatEstimate } from '../../text/format-fee.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import { getName } from '../state/identity.js';
import { useIdNames } from '../names/id-names.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { ActingState, PlatformActions, PlatformState } from '../state/use-platform.js';
import type { StoredDocument } from '../values/document.js';
import { WithActor } from '../actor/with-actor.js';
import { ReplaceForm } from './replace-form.js';
import { BuyButton, PriceForm, TransferForm } from './trade-forms.js';
import { nameDocument, useDocumentActions } from './use-document-actions.js';

/** Shows a document, and the actions that its type allows the acting identity. */
export function DocumentPanel(props: {
  readonly selected: SelectedType;
  readonly document: StoredDocument;
  readonly state: PlatformState;
  readonly actions: PlatformActions;
  readonly onDeleted: () => void;
}) {
  const { selected, document, state, actions } = props;
  return (
    <div class="document-form">
      <DocumentFacts selected={selected} document={document} state={state} price={readPrice(document)} />
      <WithActor state={state} actions={actions}>
        {(acting) => <DocumentForms {...props} state={acting} />}
      </WithActor>
      {!selected.type.documentsKeepHistory && (
        <p class="muted">
          No history: the type does not have <code>"documentsKeepHistory": true</code>.
        </p>
      )}
    </div>
  );
}

interface DocumentFormsProps {
  readonly selected: SelectedType;
  readonly document: StoredDocument;
  readonly state: ActingState;
  readonly actions: PlatformActions;
  readonly onDeleted: () => void;
}

/** Shows the actions on a document, and the outcome of the last one. */
function DocumentForms(props: DocumentFormsProps) {
  const { selected, document, state, onDeleted } = props;
  const { type } = selected;
  const actions = useDocumentActions(selected, document, state, props.actions);
  const price = readPrice(document);
  const isOwner = document.ownerId === state.actor.id;
  const remove = async (): Promise<void> => {
    const name = nameDocument(selected, document);
    const text = { done: `deleted ${name}`, verb: `delete ${name}`, title: 'Deleted' };
    if (await actions.submit(text, 'deleteDocument')) onDeleted();
  };
  const onDelete = isOwner && isDeletable(type) ? () => void remove() : undefined;
  const parts = { selected, document, actions };
  return (
    <>
      <DocumentNotes {...{ type, document, state }} onActAs={props.actions.actAs} />
      {isOwner && type.documentsMutable && <ReplaceForm {...parts} state={state} onDelete={onDelete} />}
      {onDelete && !type.documentsMutable && (
        <div>
          <Button kind="danger" onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
      {isOwner && type.transferable === 1 && <TransferForm {...parts} state={state} />}
      {isOwner && type.tradeMode === 1 && <PriceForm {...parts} />}
      {!isOwner && price !== undefined && <BuyButton {...parts} price={price} />}
      {actions.rejection && <RejectionNotice rejection={actions.rejection} />}
      {actions.result && (
        <Notice kind="good" title={actions.result.title}>
          <p>The fee was {formatEstimate(actions.result.fee)}.</p>
          {actions.result.hints.map((hint) => (
            <p key={hint}>{hint}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** Returns whether documents of a type can be deleted: the network deletes none whose type keeps its history. */
const isDeletable = (type: DocumentTypeDescription): boolean =>
  type.canBeDeleted && !type.documentsKeepHistory;

/** Reads the price of a document in credits; `undefined` where it is not for sale. */
function readPrice({ json }: StoredDocument): bigint | undefined {
  return '$price' in json && json['$price'] !== null ? getInteger(json, '$price') : undefined;
}

function DocumentFacts(props: {
  readonly selected: SelectedType;
  readonly document: StoredDocument;
  readonly state: PlatformState;
  readonly price: bigint | undefined;
}) {
  const { selected, document, state, price } = props;
  const { contract, type } = selected;
  const named = useIdNames(state.identities, [document.ownerId]);
  return (
    <dl class="document-facts">
      <dt>Id</dt>
      <dd>
        <code>{document.id}</code> <CopyButton text={() => document.id} />{' '}
        <ProofLink subject={{ contractId: contract.id, documentType: type.name, id: document.id }} />
      </dd>
      <dt>Owner</dt>
      <dd>{getName(named, document.ownerId)}</dd>
      {price !== undefined && (
        <>
          <dt>For sale at</dt>
          <dd>{formatDash(price)} DASH</dd>
        </>
      )}
    </dl>
  );
}

/** Says why some actions are not offered. */
function DocumentNotes(props: {
  readonly type: DocumentTypeDescription;
  readonly document: StoredDocument;
  readonly state: ActingState;
  readonly onActAs: (id: string) => void;
}) {
  const { type, document, state, onActAs } = props;
  const { ownerId } = document;
  if (ownerId !== state.actor.id)
    return state.identities.some(({ id }) => id === ownerId) ? (
      <div class="row">
        <span class="muted">Only its owner can change it.</span>
        <Button size="s" onClick={() => onActAs(ownerId)}>
          Act as {getName(state.identities, ownerId)}
        </Button>
      </div>
    ) : null;
  return (
    <>
      {!type.documentsMutable && <p class="muted">Documents of type {type.name} are immutable.</p>}
      {type.canBeDeleted && type.documentsKeepHistory && (
        <p class="muted">It cannot be deleted, as its type keeps the history.</p>
      )}
    </>
  );
}
