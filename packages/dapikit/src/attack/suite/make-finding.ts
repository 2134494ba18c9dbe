import { locate } from '@dapikit/contract';
import type { Expectation, Surprise } from '../expectation/expectation.js';
import type { AttackRoom } from '../room/attack-room.js';
import type { Finding } from './finding.js';

/** Makes a finding of what surprises about a place in the contract of a room. @param at pointer to the place */
export function makeFinding(
  { contract: { text, description } }: AttackRoom,
  { code, severity, fix }: Pick<Expectation, 'code' | 'severity' | 'fix'>,
  { message, steps }: Pick<Surprise, 'message' | 'steps'>,
  at: string,
): Finding {
  const range = locate(text, at);
  return {
    code,
    severity,
    message,
    at,
    ...(range && { range }),
    fix: { text: fix },
    versions: [description.protocolVersion],
    docs: `dapikit explain ${code}`,
    steps,
  };
}
