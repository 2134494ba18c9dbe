import { stringify } from 'lossless-json';
import { printable } from '../../program/printable.js';
import type { ExecutedStep, Outcome, Step } from './step.js';

const MAX_DATA_LENGTH = 300;

/**
 * Describes executed steps, one a line.
 *
 * @param names what to write for an id of an identity, by its base58 text
 */
export function describeSteps(
  steps: readonly ExecutedStep[],
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const isMixed = steps.some(({ outcome }) => !outcome.accepted);
  return steps.map(({ step, outcome }, at) => {
    const named = printable(nameIdentities(describeStep(step), names));
    const isLast = at === steps.length - 1;
    return `${at + 1}. ${named}${describeOutcome(outcome, isMixed && isLast)}`;
  });
}

/** Describes a step as a sentence. */
export function describeStep(step: Step): string {
  const changes = 'changes' in step ? `, with ${dataText(step.changes)}` : '';
  return `${sentenceOf(step)}${changes}`;
}

function sentenceOf(step: Step): string {
  switch (step.action) {
    case 'create':
      return `${step.by} creates ${step.document} ${dataText(step.data)}`;
    case 'replace':
      return `${step.by} replaces ${step.document} by ${dataText(step.data)}`;
    case 'delete':
      return `${step.by} deletes ${step.document}`;
    case 'transfer':
      return `${step.by} transfers ${step.document} to ${step.to}`;
    case 'setPrice':
      return `${step.by} offers ${step.document} for ${step.price} credits`;
    case 'purchase':
      return `${step.by} purchases ${step.document} for ${step.price} credits`;
    case 'mint':
      return `${step.by} mints ${step.amount} of token ${step.tokenPosition} for ${step.to}`;
    case 'sendTokens':
      return `${step.by} sends ${step.amount} of token ${step.tokenPosition} to ${step.to}`;
    case 'burn':
      return `${step.by} burns ${step.amount} of token ${step.tokenPosition}`;
    case 'claim':
      return `${step.by} claims the ${step.distribution} distribution of token ${step.tokenPosition}`;
    default:
      return `${step.milliseconds / 1000} seconds pass`;
  }
}

function describeOutcome(outcome: Outcome, saysAccepted: boolean): string {
  if (outcome.accepted) return outcome.contested ? ', as a contender' : saysAccepted ? ': accepted' : '';
  return `: rejected, ${[outcome.code, outcome.name].filter((each) => each !== undefined).join(' ')}`;
}

function dataText(data: unknown): string {
  const text = stringify(data) ?? '';
  return text.length > MAX_DATA_LENGTH ? `${text.slice(0, MAX_DATA_LENGTH)}…` : text;
}

function nameIdentities(text: string, names: ReadonlyMap<string, string>): string {
  let named = text;
  for (const [id, name] of names) named = named.replaceAll(id, name);
  return named;
}
