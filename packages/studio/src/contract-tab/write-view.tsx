import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { announce } from '../components/announcer.js';
import { Badge } from '../components/badge.js';
import { Notice } from '../components/notice.js';
import { SubTabs, type SubTab } from '../components/sub-tabs.js';
import { useAnalysis, type Analysis } from '../contract/analysis.js';
import { changeDraft, useDraft } from '../contract/draft.js';
import { fixContract } from '@dapikit/contract';
import { createMeaning } from '../contract/meaning.js';
import type { ShownDiagnostic } from '../editor/editor-diagnostics.js';
import type { ContractEditor } from '../editor/editor.js';
import { RegisterButton } from '../platform/registration/register-button.js';
import { formatDash } from '../text/format-dash.js';
import { ContractOverview } from './contract-overview.js';
import { ContractTools } from './contract-tools.js';
import { DiagnosticList } from './diagnostic-list.js';
import { EditorHost } from './editor-host.js';
import { EmptyContract } from './empty-contract.js';
import { MeaningView, type MeaningSide } from './meaning-view.js';
import { withFixes } from './shown-diagnostics.js';
import { VerdictLine } from './verdict-line.js';

type View = 'diagnostics' | MeaningSide;

/** Shows a contract in an editor, next to its diagnostics, documents, cost and types. */
export function WriteView({ canRegister }: { readonly canRegister: boolean }) {
  const { text, protocolVersion } = useDraft();
  const [rejected, setRejected] = useState<{ readonly text: string; readonly message: string }>();
  const editor = useRef<ContractEditor | undefined>(undefined);
  const analysis = useAnalysis(text, protocolVersion);
  const { verdict, fees } = analysis;
  const isEmpty = text.trim() === '';
  const diagnostics = useMemo(
    () => (isEmpty ? [] : withFixes(analysis.text, verdict.diagnostics, () => editor.current)),
    [analysis, verdict, isEmpty],
  );
  const { view, setView, list, showErrors } = useViews();

  return (
    <>
      <ContractTools>
        {canRegister && (
          <RegisterButton
            onRejected={(message) => setRejected({ text, message })}
            onErrors={verdict.accepted ? undefined : showErrors}
          />
        )}
      </ContractTools>
      {rejected?.text === text && (
        <Notice kind="bad" title="The platform rejected the contract">
          <p>{rejected.message}</p>
        </Notice>
      )}
      <div class="contract-columns">
        <section class="contract-editor" aria-label="Editor">
          {isEmpty || (
            <VerdictLine
              verdict={verdict}
              subject="contract"
              cost={fees && formatDash(fees.total.credits)}
              onCost={() => setView('cost')}
            />
          )}
          <EditorHost
            label="The contract, as JSON"
            text={text}
            protocolVersion={protocolVersion}
            onChange={(next) => changeDraft({ text: next })}
            diagnostics={analysis.text === text ? diagnostics : undefined}
            handle={editor}
          />
        </section>
        <ContractViews
          {...{ analysis, diagnostics, view, setView, list, showErrors }}
          onReveal={(diagnostic) => editor.current?.reveal(diagnostic)}
        />
      </div>
    </>
  );
}

/** Returns which view is shown, and how to move to the diagnostics. */
function useViews() {
  const [view, setView] = useState<View>('diagnostics');
  const list = useRef<HTMLDivElement>(null);
  const [timesShown, setTimesShown] = useState(0);
  useEffect(() => {
    if (timesShown > 0) list.current?.focus();
  }, [timesShown]);
  const showErrors = (): void => {
    setView('diagnostics');
    setTimesShown(timesShown + 1);
    announce('Fix the errors listed under Diagnostics first');
  };
  return { view, setView, list, showErrors };
}

function ContractViews(props: {
  readonly analysis: Analysis;
  readonly diagnostics: readonly ShownDiagnostic[];
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly showErrors: () => void;
  readonly onReveal: (diagnostic: ShownDiagnostic) => void;
}) {
  const { analysis, diagnostics, view, setView, list, showErrors, onReveal } = props;
  const { text, protocolVersion, verdict, description, fees } = analysis;
  const isEmpty = text.trim() === '';
  const meaning = useMemo(
    () => (view === 'diagnostics' || isEmpty ? undefined : createMeaning(analysis)),
    [analysis, view === 'diagnostics', isEmpty],
  );
  const tabs: readonly SubTab<View>[] = [
    {
      id: 'diagnostics',
      label: diagnostics.length > 0 || isEmpty ? 'Diagnostics' : 'Overview',
      aside: diagnostics.length > 0 && (
        <Badge tone={verdict.accepted ? 'warn' : 'bad'}>{diagnostics.length}</Badge>
      ),
    },
    { id: 'documents', label: 'Documents' },
    { id: 'try', label: 'Try a document' },
    { id: 'cost', label: 'Cost' },
    { id: 'types', label: 'TypeScript' },
  ];
  return (
    <SubTabs<View> label="About the contract" current={view} onChange={setView} tabs={tabs}>
      {isEmpty ? (
        <EmptyContract />
      ) : view === 'diagnostics' && diagnostics.length === 0 && description && fees ? (
        <ContractOverview description={description} fees={fees} />
      ) : view === 'diagnostics' ? (
        <DiagnosticList
          subject="contract"
          focusTarget={list}
          diagnostics={diagnostics}
          isTruncated={verdict.truncated === true}
          onReveal={onReveal}
          onFixAll={() => changeDraft({ text: fixContract(text, { protocolVersion }).text })}
        />
      ) : (
        <MeaningView side={view} meaning={meaning} onErrors={showErrors} />
      )}
    </SubTabs>
  );
}
