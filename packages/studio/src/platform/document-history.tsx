import { DataTable } from '../components/data-table.js';
import { platform } from '../rpc/platform.js';
import { listOf, membersOf, numberAt } from './answer.js';
import { shownValue, valueProperties, type StoredDocument } from './document.js';
import type { TypeInUse } from './registered-contract.js';
import { timeWords } from './time-words.js';
import { useAnswer } from './use-answer.js';
import type { World } from './world.js';

/** The versions of a document whose type keeps them. */
export function DocumentHistory(props: {
  readonly inUse: TypeInUse;
  readonly document: StoredDocument;
  readonly world: World;
}) {
  const { inUse, document, world } = props;
  const { contract, type } = inUse;
  const found = useAnswer(
    () =>
      platform.call('getDocumentHistory', {
        contractId: contract.id,
        documentType: type.name,
        id: document.id,
      }),
    [document.id, world.revision],
  );
  const versions = listOf(found.value).map((version, at) => ({
    number: at + 1,
    time: numberAt(version, 'time') ?? 0,
    json: membersOf(membersOf(version)['document']),
  }));
  return (
    <DataTable
      label="History of the document"
      columns={[
        { title: 'Revision', cell: ({ number, json }) => numberAt(json, '$revision') ?? number },
        { title: 'When (UTC)', cell: ({ time }) => <span class="nowrap">{timeWords(time)}</span> },
        ...valueProperties(type)
          .slice(0, 4)
          .map((property) => ({
            title: property.path,
            cell: ({ json }: (typeof versions)[number]) => shownValue(property, json, world.identities),
          })),
      ]}
      rows={versions}
      keyOf={({ number }) => String(number)}
    />
  );
}
