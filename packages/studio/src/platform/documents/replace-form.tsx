import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { PropertyField } from '../fields/property-field.js';
import { groupErrorsByPath } from '../fields/errors-by-path.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformState } from '../state/use-platform.js';
import type { StoredDocument } from '../values/document.js';
import { formatData, parseData, type FieldTexts } from '../values/property-value.js';
import { nameDocument, type DocumentActions } from './use-document-actions.js';

/** Shows the form that replaces the data of a document. */
export function ReplaceForm(props: {
  readonly selected: SelectedType;
  readonly document: StoredDocument;
  readonly state: PlatformState;
  readonly actions: DocumentActions;
  /** Deletes the document; absent where its type does not allow that. */
  readonly onDelete: (() => void) | undefined;
}) {
  const { selected, document, state, actions, onDelete } = props;
  const { contract, type } = selected;
  const [typed, setTyped] = useTypedTexts(document);
  const written = { ...formatData(type.properties, document.json), ...typed };
  const name = nameDocument(selected, document);
  return (
    <form
      class="document-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = { done: `changed ${name}`, verb: `change ${name}`, title: 'Saved' };
        void actions.submit(text, 'replaceDocument', { data: parseData(type.properties, written) });
      }}
    >
      {type.properties.map((property) => (
        <PropertyField
          key={property.path}
          property={property}
          form={{
            contract: contract.json,
            documentType: type.name,
            written,
            errors: groupErrorsByPath(actions.rejection),
            identities: state.identities,
            onInput: (path, text) => {
              setTyped({ ...typed, [path]: text });
              actions.clear();
            },
          }}
        />
      ))}
      <div class="row">
        <Button kind="primary" type="submit">
          Save the change
        </Button>
        {onDelete && (
          <Button kind="danger" onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </form>
  );
}

/** Returns the typed texts; they are for one revision of the document, and dropped with it. */
function useTypedTexts({ json: { $revision: revision } }: StoredDocument) {
  const [typed, setTyped] = useState<FieldTexts>({});
  const typedFor = useRef(revision);
  useEffect(() => {
    if (typedFor.current === revision) return;
    typedFor.current = revision;
    setTyped({});
  }, [revision]);
  return [typed, setTyped] as const;
}
