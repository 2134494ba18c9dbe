import { DataTable } from '../../components/data-table.js';
import { platform } from '../../rpc/platform.js';
import { useIdNames } from '../names/id-names.js';
import { getList, getMembers, getNumber } from '../../json/json-values.js';
import {
  formatValue,
  listIdentifiers,
  listValueProperties,
  readDocument,
  type StoredDocument,
} from '../values/document.js';
import type { SelectedType } from '../state/registered-contract.js';
import { formatTime } from '../../text/format-time.js';
import { useRequest } from '../../rpc/use-request.js';
import type { PlatformState } from '../state/use-platform.js';

/** Shows the versions of a document whose type keeps its history. */
export function DocumentHistory(props: {
  readonly selected: SelectedType;
  readonly document: StoredDocument;
  readonly state: PlatformState;
}) {
  const { selected, document, state } = props;
  const { contract, type } = selected;
  const found = useRequest(
    () =>
      platform.call('getDocumentHistory', {
        contractId: contract.id,
        documentType: type.name,
        id: document.id,
      }),
    [document.id, state.revision],
  );
  const versions = getList(found.value).map((version, at) => ({
    number: at + 1,
    time: getNumber(version, 'time') ?? 0,
    json: getMembers(getMembers(version)['document']),
  }));
  const named = useIdNames(
    state.identities,
    versions.flatMap(({ json }) => listIdentifiers(type, readDocument(json))),
  );
  return (
    <DataTable
      label="History of the document"
      columns={[
        { title: 'Revision', cell: ({ number, json }) => getNumber(json, '$revision') ?? number },
        { title: 'When (UTC)', cell: ({ time }) => <span class="nowrap">{formatTime(time)}</span> },
        ...listValueProperties(type)
          .slice(0, 4)
          .map((property) => ({
            title: property.path,
            cell: ({ json }: (typeof versions)[number]) => formatValue(property, json, named),
          })),
      ]}
      rows={versions}
      keyOf={({ number }) => String(number)}
    />
  );
}
