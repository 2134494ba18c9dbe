import { describePreview, JUDGED_PROTOCOLS, NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import type { ComponentChildren } from 'preact';
import { Button } from '../components/button.js';
import { CopyButton } from '../components/copy-button.js';
import { Select } from '../components/select.js';
import { changeDraft, useDraft } from '../contract/draft.js';
import { formatText } from '../contract/format-text.js';
import { encodeContract } from '../contract/share-link.js';
import { createHref } from '../navigation/route.js';
import { capitalize } from '../text/sentence.js';
import { ExampleChoice } from './example-choice.js';

const VERSIONS = JUDGED_PROTOCOLS.toReversed().map((version) => ({
  value: String(version),
  label: labelVersion(version),
}));

function labelVersion(version: number): string {
  if (version === NEWEST_RELEASED_PROTOCOL) return `${version} (newest)`;
  return describePreview(version) === undefined ? String(version) : `${version} (preview)`;
}

/** Shows the tools of the editor: examples, the protocol version, formatting and sharing. @param props.children further buttons */
export function ContractTools({ children }: { readonly children: ComponentChildren }) {
  const { text, protocolVersion } = useDraft();
  const preview = describePreview(protocolVersion);
  return (
    <div class="contract-tools">
      <ExampleChoice label="Start from" text={text} onChoose={(example) => changeDraft({ text: example })} />
      <Select
        label="Protocol"
        value={String(protocolVersion)}
        options={VERSIONS}
        onChange={(value) => changeDraft({ protocolVersion: Number(value) })}
      />
      {preview !== undefined && <span class="contract-tools-preview">{capitalize(preview)}</span>}
      <span class="contract-tools-space" />
      <Button onClick={() => changeDraft({ text: formatText(text) })}>Format</Button>
      <CopyButton size="m" icon="link" label="Copy a link" text={() => createLink(text, protocolVersion)} />
      {children}
    </div>
  );
}

async function createLink(text: string, protocolVersion: number): Promise<string> {
  const query = { c: await encodeContract(text), v: String(protocolVersion) };
  return new URL(createHref('contract', [], query), location.href).href;
}
