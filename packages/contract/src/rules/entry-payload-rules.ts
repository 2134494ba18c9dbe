import type { DocumentType } from '../model/contract-model.js';
import { listNames, listTerminal } from '../model/index-traits.js';
import { getSize, getValueKind, isAlwaysPresent, isIndexOnly, listTexts } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getItems, getMember, getText } from '../source/json-node.js';
import { TEXT_PROPERTY } from './example.js';
import { entries } from './index-only-rules.js';
import { extendedRule, needMembers, type Rule } from './rule.js';
import { largestSize } from './entry-key-rules.js';

const MAX_PAYLOAD = 5_120n;

/** Lists the rules about values that entries carry. */
export const ENTRY_PAYLOAD_RULES: readonly Rule<'document-type'>[] = needMembers(
  ['entryPayload'],
  [
    extendedRule({
      code: 'entry-payload',
      title: 'entryPayload names unfit properties',
      about: 'document-type',
      why: `\`entryPayload\` is for types with \`indexOnly\`. It names properties directly under the type that are required, single, of bounded length, and in no index or terminal. Their sizes, and 2 bytes for each, are at most ${MAX_PAYLOAD}.`,
      fix: 'Name required properties that no index holds.',
      wrong: entries({ entryPayload: ['tag'] }),
      right: entries(
        { entryPayload: ['text'], required: ['tag', 'post', 'text'] },
        { text: { ...TEXT_PROPERTY, position: 2 } },
      ),
      check(type, report) {
        const list = getMember(type.node, 'entryPayload');
        if (list === undefined) return;
        if (!isIndexOnly(type)) {
          report(list, { message: 'entryPayload is for types with indexOnly', isAtName: true });
          return;
        }
        for (const item of getItems(list)) {
          const name = getText(item);
          const problem = name === undefined ? undefined : explainPayload(type, name);
          if (problem !== undefined) report(item, { message: `"${truncate(name ?? '')}" ${problem}` });
        }
        const size = listTexts(list).reduce((sum, name) => sum + largestSize(type.fields.get(name)) + 2n, 0n);
        if (size > MAX_PAYLOAD)
          report(list, { message: `the values take ${size} bytes: at most ${MAX_PAYLOAD} are allowed` });
      },
    }),
  ],
);

/** Says why a property cannot be carried by entries; undefined if it can. */
function explainPayload(type: DocumentType, name: string): string | undefined {
  const property = type.fields.get(name);
  const kind = getValueKind(property?.schema);
  if (property?.place !== 'top' || kind === undefined)
    return 'is no property directly under the document type';
  if (kind === 'list' || kind === 'object') return `is ${kind === 'list' ? 'a list' : 'an object'}`;
  if (!isAlwaysPresent(type, name)) return 'is optional';
  const isUnbounded = (kind === 'text' || kind === 'bytes') && getSize(property.schema).max === undefined;
  if (isUnbounded) return 'has no maximum length';
  const isHeld = type.indices.some((index) => [...listNames(index), ...listTerminal(index)].includes(name));
  return isHeld ? 'is in an index or terminal' : undefined;
}
