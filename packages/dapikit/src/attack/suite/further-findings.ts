/** Describes the finding about a rule that a transition broke. */
export const RULE_WITHOUT_EFFECT = {
  code: 'rule-without-effect',
  severity: 'warning',
  title: 'The platform accepts a transition that breaks a rule of the contract',
  why: 'A rule of another type of values, such as "maxLength" of an integer, or a format that nobody checks, reads as a promise and is none.',
  fix: 'Write the rule with the keywords of the type of the property: dapikit check has more about it.',
} as const;

/** Lists the findings about invariants, as `dapikit explain` shows them. */
export const INVARIANT_FINDINGS = [
  {
    code: 'invariant-broken',
    severity: 'error',
    title: 'A sequence of steps breaks an invariant',
    why: 'Each step was accepted by a local platform. The sequence is the shortest that was found, and the test under it executes it: it passes as long as the contract allows the steps.',
    fix: 'Change the contract so that the platform rejects one of the steps, or the invariant, if you did not mean it.',
  },
  {
    code: 'invariant-throws',
    severity: 'error',
    title: 'An invariant throws',
    why: 'A judgement that throws says nothing about the contract, so the search goes on with the others.',
    fix: 'Correct the module of invariants: a judgement returns true or false for each state.',
  },
] as const;

/** Returns the fix of a finding about invariants. */
export const fixOf = (code: (typeof INVARIANT_FINDINGS)[number]['code']): string =>
  INVARIANT_FINDINGS.find((finding) => finding.code === code)?.fix ?? '';
