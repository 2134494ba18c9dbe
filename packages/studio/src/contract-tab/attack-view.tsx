import { useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { CopyButton } from '../components/copy-button.js';
import { Icon } from '../components/icon.js';
import { Notice, TONE_ICONS } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { AttackRun } from './attack-run.js';
import { readAttackReport, type AttackFinding, type AttackReport } from '../contract/attack-report.js';
import { capitalize } from '../text/sentence.js';
import { TONES } from './diagnostic-list.js';

const ATTACK = 'attack contract.json --json > report.json';
const ATTACK_WITH_INVARIANTS = 'attack contract.json --invariants rules.mjs --json > report.json';
/** Larger files are not read. */
const MAX_BYTES = 20_000_000;

/**
 * Attacks the contract in the editor where the server does that, and shows a report of `dapikit attack --json`.
 * @param seconds time after which the server tries nothing new; absent where it attacks nothing
 * @param program how a shell calls dapikit
 */
export function AttackView({
  seconds,
  program,
}: {
  readonly seconds: number | undefined;
  readonly program: string;
}) {
  const [report, setReport] = useState<AttackReport>();
  const [isOther, setIsOther] = useState(false);
  const show = (text: string): void => {
    const read = readAttackReport(text);
    setReport(read);
    setIsOther(read === undefined && text.trim() !== '');
  };
  return (
    <div class="attack-view">
      <Panel
        title="Attack report"
        aside={report && <Button onClick={() => setReport(undefined)}>Open another report</Button>}
      >
        {report === undefined ? (
          <>
            {seconds !== undefined && <AttackRun maxSeconds={seconds} onReport={setReport} />}
            <ReportChoice
              program={program}
              onText={show}
              isOther={isOther}
              hasOtherWay={seconds !== undefined}
            />
          </>
        ) : (
          <Report report={report} />
        )}
      </Panel>
    </div>
  );
}

function ReportChoice({
  program,
  onText,
  isOther,
  hasOtherWay,
}: {
  readonly program: string;
  readonly onText: (text: string) => void;
  readonly isOther: boolean;
  readonly hasOtherWay: boolean;
}) {
  const file = useRef<HTMLInputElement>(null);
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen !== undefined) onText(chosen.size > MAX_BYTES ? 'too large' : await chosen.text());
  };
  return (
    <div class="attack-choice">
      <p>
        <code>dapikit attack</code> executes what anyone may do with a contract, on a platform in its own
        process. Run it where the contract is, and open its report here.
      </p>
      <Command text={`${program} ${ATTACK}`} />
      <p>
        Write what must always or never hold in a module, and the command searches for steps that break it.
        The command runs that module. The server does not, so that no page can run code on your machine.
      </p>
      <Command text={`${program} ${ATTACK_WITH_INVARIANTS}`} />
      <div class="attack-open">
        <Button kind={hasOtherWay ? 'plain' : 'primary'} onClick={() => file.current?.click()}>
          Open a report
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label="Report file"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
        <label>
          <span>Or paste the report</span>
          <textarea rows={4} spellcheck={false} onInput={(event) => onText(event.currentTarget.value)} />
        </label>
      </div>
      {isOther && (
        <Notice kind="bad" title="This is no report of dapikit attack">
          <p>Open the output of the command above: JSON with a member "findings".</p>
        </Notice>
      )}
    </div>
  );
}

const Command = ({ text }: { readonly text: string }) => (
  <p class="attack-command">
    <code>{text}</code>
    <CopyButton text={() => text} />
  </p>
);

function Report({ report }: { readonly report: AttackReport }) {
  const { file, findings, performed, rejected, seed, untried, standIns, isCut, held } = report;
  const types = [...new Set(findings.map(({ documentType }) => documentType))];
  return (
    <div class="attack-report">
      <p class="attack-summary">
        <strong>{file === '' ? 'Contract' : file}</strong>
        <span>{countsOf(findings)}</span>
        <span>
          {performed.toLocaleString('en')} transitions executed, {rejected.toLocaleString('en')} against the
          rules rejected, seed {seed}
        </span>
      </p>
      {isCut && (
        <Notice kind="warn" title="The time was over before everything was tried">
          <p>
            <code>--seconds</code> gives more.
          </p>
        </Notice>
      )}
      {held.length > 0 && (
        <Notice kind="good" title="No sequence broke these invariants">
          {held.map((statement) => (
            <p key={statement}>{statement}</p>
          ))}
        </Notice>
      )}
      {untried.length > 0 && (
        <Notice kind="info" title={`Nothing is said about ${untried.join(', ')}`}>
          <p>No valid document was found, or nobody gets the tokens that one costs.</p>
        </Notice>
      )}
      {standIns.length > 0 && (
        <Notice kind="info" title="Identities act for those that the contract names">
          {standIns.map(([id, name]) => (
            <p key={id}>
              {name} for <code>{id}</code>
            </p>
          ))}
        </Notice>
      )}
      {types.map((type) => (
        <section key={type ?? ''} aria-label={type ?? 'The whole contract'}>
          <h3>{type ?? 'The whole contract'}</h3>
          <ol class="diagnostic-list" role="list">
            {findings
              .filter(({ documentType }) => documentType === type)
              .map((finding) => (
                <FindingItem key={`${finding.code} ${finding.at} ${finding.message}`} finding={finding} />
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function FindingItem({ finding }: { readonly finding: AttackFinding }) {
  const { severity, message, line, at, code, fix, example, test } = finding;
  const tone = TONES[severity];
  return (
    <li class={`diagnostic tone-${tone}`}>
      <span class="diagnostic-icon">
        <Icon name={TONE_ICONS[tone]} size={16} />
        <span class="visually-hidden">{severity}</span>
      </span>
      <div class="diagnostic-body">
        <p class="attack-message">{capitalize(message)}</p>
        <p class="diagnostic-place">
          {line !== undefined && <span>Line {line}</span>}
          {at !== '' && <code>{at}</code>}
          <code>{code}</code>
        </p>
        {example.length > 0 && (
          <ol class="attack-steps" role="list" aria-label="Executed steps">
            {example.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {fix !== '' && <p class="diagnostic-fix">{fix}</p>}
        {test !== undefined && (
          <details class="attack-test">
            <summary>Test that executes the steps</summary>
            <CopyButton text={() => test} label="Copy the test" />
            <pre tabIndex={0}>{test}</pre>
          </details>
        )}
      </div>
    </li>
  );
}

/** Counts findings by severity, such as "1 error, 2 warnings, 4 hints". */
function countsOf(findings: readonly AttackFinding[]): string {
  const counts = (['error', 'warning', 'hint'] as const).map((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? '' : `${length} ${severity}${length === 1 ? '' : 's'}`;
  });
  return counts.filter((text) => text !== '').join(', ') || 'No findings';
}
