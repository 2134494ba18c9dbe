import {
  describeContract,
  estimateFees,
  type ContractDescription,
  type ContractVerdict,
  type FeeEstimate,
} from '@dapikit/contract';
import { useEffect, useRef, useState } from 'preact/hooks';

/** What the validator says of a contract. */
export interface Analysis {
  /** What was looked at. */
  readonly text: string;
  readonly protocolVersion: number;
  readonly verdict: ContractVerdict;
  /** What its registration costs; absent when the network would refuse it. */
  readonly fees?: FeeEstimate;
  /** What it means; absent when the network would refuse it. */
  readonly description?: ContractDescription;
}

const MOST_PROBLEMS = 200;

/** Looks at a contract. Never throws for what the text is. */
export function analyse(text: string, protocolVersion: number): Analysis {
  const { verdict, estimate } = estimateFees(text, { protocolVersion, maxDiagnostics: MOST_PROBLEMS });
  const described = verdict.accepted ? describeContract(text, { protocolVersion }) : undefined;
  return {
    text,
    protocolVersion,
    verdict,
    ...(estimate && { fees: estimate }),
    ...(described?.ok === true && { description: described.description }),
  };
}

/** Waits at least this long for the next letter, and as long as the last look took. */
const LEAST_PAUSE_MS = 60;

/**
 * The analysis of a text, a moment after it was changed last.
 * @param origin what the text was written from, such as the choice of an example
 * @returns what is known now, and the last of a contract of that origin that the network would take.
 */
export function useAnalysis(
  text: string,
  protocolVersion: number,
  origin: number,
): { readonly analysis: Analysis; readonly lastAccepted: Analysis | undefined } {
  const [analysis, setAnalysis] = useState(() => analyse(text, protocolVersion));
  const lastAccepted = useRef<{ readonly origin: number; readonly analysis: Analysis }>(undefined);
  const pause = useRef(LEAST_PAUSE_MS);
  if (analysis.verdict.accepted && analysis.text === text) lastAccepted.current = { origin, analysis };
  useEffect(() => {
    if (analysis.text === text && analysis.protocolVersion === protocolVersion) return undefined;
    const timer = setTimeout(() => {
      const started = performance.now();
      setAnalysis(analyse(text, protocolVersion));
      pause.current = Math.max(LEAST_PAUSE_MS, performance.now() - started);
    }, pause.current);
    return () => clearTimeout(timer);
  }, [analysis, text, protocolVersion]);
  const last = lastAccepted.current;
  return { analysis, lastAccepted: last?.origin === origin ? last.analysis : undefined };
}
