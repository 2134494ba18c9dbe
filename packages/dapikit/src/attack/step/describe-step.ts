import { stringify } from 'lossless-json';
import { printable } from '../../program/printable.js';
import type { ExecutedStep, GroupPart, Outcome, Step, TokenStep } from './step.js';

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
  if ('contest' in step) return voteText(step);
  if ('tokenPosition' in step) return `${tokenText(step)}${groupText(step.group)}`;
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
    default:
      return `${step.milliseconds / 1000} seconds pass`;
  }
}

function tokenText(step: TokenStep): string {
  const token = `token ${step.tokenPosition}`;
  switch (step.action) {
    case 'mint':
      return `${step.by} mints ${step.amount} of ${token}${step.to === undefined ? '' : ` for ${step.to}`}`;
    case 'sendTokens':
      return `${step.by} sends ${step.amount} of ${token} to ${step.to}`;
    case 'burn':
      return `${step.by} burns ${step.amount} of ${token}`;
    case 'freeze':
      return `${step.by} freezes ${token} of ${step.of}`;
    case 'unfreeze':
      return `${step.by} unfreezes ${token} of ${step.of}`;
    case 'destroyFrozen':
      return `${step.by} destroys the frozen ${token} of ${step.of}`;
    case 'pause':
      return `${step.by} pauses ${token}`;
    case 'resume':
      return `${step.by} resumes ${token}`;
    case 'setTokenPrice':
      return `${step.by} sells ${token} for ${step.price} credits each`;
    case 'buyTokens':
      return `${step.by} buys ${step.amount} of ${token} for ${step.price} credits`;
    case 'changeSetting':
      return `${step.by} sets ${step.item.$type} of ${token} to ${dataText(step.item.value)}`;
    default:
      return `${step.by} claims the ${step.distribution} distribution of ${token}`;
  }
}

const groupText = (group: GroupPart | undefined): string => {
  if (group === undefined) return '';
  const { position, proposal, isSigning } = group;
  return isSigning
    ? `: signs ${proposal} of group ${position}`
    : `: proposes it to group ${position} as ${proposal}`;
};

function voteText({ masternode, contest, choice }: Extract<Step, { action: 'vote' }>): string {
  const { documentType, indexValues } = contest;
  const target =
    choice === 'lock' ? 'to lock' : choice === 'abstain' ? 'for nobody about' : `for ${choice} in`;
  return `${masternode} votes ${target} the ${documentType} ${dataText(indexValues)}`;
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
