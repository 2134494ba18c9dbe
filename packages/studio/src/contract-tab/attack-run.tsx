import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { readAttackReport, type AttackReport } from '../contract/attack-report.js';
import { useDraft } from '../contract/draft.js';
import { createHref } from '../navigation/route.js';
import { AttackFailedError, requestAttack } from '../rpc/attack.js';

const TICK_MS = 250;

/** Says why there is no report. */
type Failure = { readonly title: string; readonly text: string; readonly isContract: boolean };

/** Attacks the contract in the editor on the server, which takes some seconds. */
export function AttackRun(props: {
  /** Time after which the server tries nothing new. */
  readonly maxSeconds: number;
  readonly onReport: (report: AttackReport) => void;
}) {
  const { maxSeconds, onReport } = props;
  const { text, protocolVersion } = useDraft();
  const running = useRef<AbortController | undefined>(undefined);
  const [seconds, setSeconds] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => () => running.current?.abort(), []);
  const attack = async (): Promise<void> => {
    const cancel = new AbortController();
    running.current = cancel;
    setFailure(undefined);
    setSeconds(0);
    const start = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - start) / 1000), TICK_MS);
    try {
      const report = readAttackReport(await requestAttack(text, protocolVersion, cancel.signal));
      if (report === undefined) setFailure(REJECTED);
      else onReport({ ...report, file: 'The contract in the editor' });
    } catch (error) {
      if (!cancel.signal.aborted) setFailure(failureOf(error));
    } finally {
      clearInterval(timer);
      setSeconds(undefined);
    }
  };
  return (
    <div class="attack-run">
      <p>
        Try what anyone may do with the contract in the editor. The server does it on a platform of its own:
        nothing is registered, and your platform stays as it is.
      </p>
      {protocolVersion > NEWEST_RELEASED_PROTOCOL ? (
        <NotReleased protocolVersion={protocolVersion} />
      ) : seconds === undefined ? (
        <Button kind="primary" onClick={() => void attack()}>
          Attack this contract
        </Button>
      ) : (
        <div class="attack-progress">
          <progress max={maxSeconds} value={seconds} aria-label="Time of the attack" />
          <span role="status">
            {seconds < maxSeconds ? `At most ${maxSeconds} seconds` : 'The last attempts end'}
          </span>
          <Button onClick={() => running.current?.abort()}>Cancel</Button>
        </div>
      )}
      {failure !== undefined && (
        <Notice kind="bad" title={failure.title}>
          <p>
            {failure.text} {failure.isContract && <a href={createHref('contract', [])}>Open the editor</a>}
          </p>
        </Notice>
      )}
    </div>
  );
}

const NotReleased = ({ protocolVersion }: { readonly protocolVersion: number }) => (
  <Notice kind="info" title={`Protocol ${protocolVersion} is not released`}>
    <p>
      The platform of an attack runs protocols up to {NEWEST_RELEASED_PROTOCOL}. Choose one of them in the
      editor. <a href={createHref('contract', [])}>Open the editor</a>
    </p>
  </Notice>
);

const REJECTED: Failure = {
  title: 'The network would reject this contract',
  text: 'Fix its errors, then attack it.',
  isContract: true,
};

function failureOf(error: unknown): Failure {
  const isKnown = error instanceof AttackFailedError;
  return {
    title: isKnown ? error.message : 'The server sent no report',
    text: isKnown ? error.fix : 'Try again, or run the command below.',
    isContract: false,
  };
}
