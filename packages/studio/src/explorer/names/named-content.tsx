import { CodeBlock } from '../../components/code-block.js';
import { useRequest } from '../../rpc/use-request.js';
import { loadIdNames } from '../../platform/names/id-names.js';
import { idsIn, splitAtNames } from './content-names.js';

/** Shows a JSON value with names instead of ids where they are known. A copy has the ids. */
export function NamedContent({ label, json }: { readonly label: string; readonly json: unknown }) {
  const text = JSON.stringify(json, null, 2);
  const { value: names = NO_NAMES } = useRequest(async () => loadIdNames(idsIn(text)), [text]);
  const parts = splitAtNames(text, names);
  return (
    <CodeBlock label={parts.length > 1 ? `${label}, with names for ids` : label} text={text}>
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <span class="named-id" title={part.id}>
            {part.name}
          </span>
        ),
      )}
    </CodeBlock>
  );
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();
