import { PROTOCOL_VERSIONS } from '@dapikit/contract';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { CopyButton } from '../components/copy-button.js';
import { EmptyState } from '../components/empty-state.js';
import { Notice } from '../components/notice.js';
import { Select } from '../components/select.js';
import { SubTabs } from '../components/sub-tabs.js';
import { RegisterButton } from '../platform/register-button.js';
import { hrefOf } from '../shell/route.js';
import { useAnalysis, type Analysis } from './analysis.js';
import { CostView } from './cost-view.js';
import { dashAmount } from './dash-amount.js';
import { DocumentsView } from './documents-view.js';
import { changeDraft, useDraft } from './draft.js';
import { EditorHost } from './editor-host.js';
import type { ContractEditor } from './editor/editor.js';
import type { ShownProblem } from './editor/squiggles.js';
import { ExampleChoice } from './example-choice.js';
import { NothingWritten } from './nothing-written.js';
import { ProblemList } from './problem-list.js';
import { mendedText } from './mended-text.js';
import { shownProblems } from './problems.js';
import { encodeContract } from './share-link.js';
import { tidy } from './tidy.js';
import { TypesView } from './types-view.js';
import { VerdictLine } from './verdict-line.js';

type View = 'problems' | 'documents' | 'cost' | 'types';

const VERSIONS = PROTOCOL_VERSIONS.toReversed().map((version) => ({
  value: String(version),
  label: version === PROTOCOL_VERSIONS.at(-1) ? `${version} (newest)` : String(version),
}));

/** A contract in an editor, and beside it all that there is to know of it. */
export function WriteView({ canRegister }: { readonly canRegister: boolean }) {
  const { text, protocolVersion } = useDraft();
  const [view, setView] = useState<View>('problems');
  const [refused, setRefused] = useState<{ readonly text: string; readonly message: string }>();
  const editor = useRef<ContractEditor | undefined>(undefined);
  const [origin, setOrigin] = useState(0);
  const { analysis, lastAccepted } = useAnalysis(text, protocolVersion, origin);
  const { verdict, fees } = analysis;
  const isCurrent = analysis.text === text;
  const isEmpty = text.trim() === '';
  const problems = useMemo(
    () => (isEmpty ? [] : shownProblems(analysis.text, verdict.diagnostics, () => editor.current)),
    [analysis, verdict, isEmpty],
  );

  return (
    <>
      <div class="contract-tools">
        <ExampleChoice
          label="Start from"
          text={text}
          onChoose={(example) => {
            setOrigin(origin + 1);
            changeDraft({ text: example });
          }}
        />
        <Select
          label="Protocol"
          value={String(protocolVersion)}
          options={VERSIONS}
          onChange={(value) => changeDraft({ protocolVersion: Number(value) })}
        />
        <span class="contract-tools-space" />
        <Button onClick={() => changeDraft({ text: tidy(text) })}>Tidy up</Button>
        <CopyButton size="m" icon="link" label="Copy a link" text={() => linkTo(text, protocolVersion)} />
        {canRegister && <RegisterButton onRefused={(message) => setRefused({ text, message })} />}
      </div>
      {refused?.text === text && (
        <Notice kind="bad" title="The platform refuses to register it">
          <p>{verdict.accepted ? refused.message : 'Mend what stands under Problems first.'}</p>
        </Notice>
      )}
      <div class="contract-columns">
        <section class="contract-editor" aria-label="Editor">
          {isEmpty || (
            <VerdictLine
              verdict={verdict}
              what="contract"
              cost={fees && dashAmount(fees.total.credits)}
              onCost={() => setView('cost')}
            />
          )}
          <EditorHost
            label="The contract, as JSON"
            text={text}
            protocolVersion={protocolVersion}
            onChange={(next) => changeDraft({ text: next })}
            problems={isCurrent ? problems : undefined}
            handle={editor}
          />
        </section>
        <SubTabs<View>
          label="About the contract"
          current={view}
          onChange={setView}
          tabs={[
            {
              id: 'problems',
              label: 'Problems',
              aside: problems.length > 0 && (
                <Badge tone={verdict.accepted ? 'warn' : 'bad'}>{problems.length}</Badge>
              ),
            },
            { id: 'documents', label: 'Documents' },
            { id: 'cost', label: 'Cost' },
            { id: 'types', label: 'TypeScript' },
          ]}
        >
          {isEmpty ? (
            <NothingWritten />
          ) : view === 'problems' ? (
            <ProblemList
              problems={problems}
              isCut={verdict.truncated === true}
              onReveal={(problem: ShownProblem) => editor.current?.reveal(problem)}
              onMendAll={() => changeDraft({ text: mendedText(text, protocolVersion) })}
            />
          ) : (
            <Meaning view={view} analysis={lastAccepted} isCurrent={lastAccepted === analysis} />
          )}
        </SubTabs>
      </div>
    </>
  );
}

/** What an accepted contract means; of the last one, where the text has mistakes at the moment. */
function Meaning(props: {
  readonly view: Exclude<View, 'problems'>;
  readonly analysis: Analysis | undefined;
  readonly isCurrent: boolean;
}) {
  const { view, analysis, isCurrent } = props;
  if (analysis?.description === undefined || analysis.fees === undefined)
    return (
      <EmptyState title="Nothing to show yet">
        <p>Mend the mistakes, and what the contract means stands here.</p>
      </EmptyState>
    );
  const { text, protocolVersion, description, fees } = analysis;
  return (
    <>
      {!isCurrent && <p class="contract-stale">As it was before the last mistake.</p>}
      {view === 'documents' && <DocumentsView text={text} description={description} />}
      {view === 'cost' && <CostView text={text} fees={fees} description={description} />}
      {view === 'types' && <TypesView text={text} protocolVersion={protocolVersion} />}
    </>
  );
}

async function linkTo(text: string, protocolVersion: number): Promise<string> {
  const query = { c: await encodeContract(text), v: String(protocolVersion) };
  return `${location.origin}/${hrefOf('contract', [], query)}`;
}
