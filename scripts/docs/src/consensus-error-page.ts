import { explain, RULE_CODES } from '@dapikit/contract';
import { listErrors } from '@dapikit/platform';
import { listConsensusErrors, type ConsensusErrorKind } from '@dapikit/protocol';
import { fillPage } from './fill-page.js';
import { joinParts } from './markdown.js';

/** Returns consensus-errors.md: a section of each consensus error. */
export function consensusErrorPage(): string {
  const raised = new Map(listErrors().map(({ code, isPaid }) => [code, isPaid]));
  const sections = listConsensusErrors().map((error) => section(error, raised.get(error.code)));
  return fillPage('consensus-errors.md', { errors: joinParts(sections) });
}

function section({ group, name, code, fieldNames }: ConsensusErrorKind, isPaid: boolean | undefined): string {
  const rules = RULE_CODES.filter((rule) => explain(rule)?.official?.code === code);
  const facts = [
    `A ${group} error${isPaid === undefined ? '' : isPaid ? ', paid' : ', free'}.`,
    ...(fieldNames.length === 0 ? [] : [`Fields: ${fieldNames.map((field) => `\`${field}\``).join(', ')}.`]),
    ...(rules.length === 0
      ? []
      : [`Rules: ${rules.map((rule) => `[${rule}](rules/${rule}.md)`).join(', ')}.`]),
  ];
  return joinParts([`## ${code} ${name}`, facts.join(' ')]);
}
