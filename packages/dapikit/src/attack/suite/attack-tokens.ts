import { locate } from '@dapikit/contract';
import { schemaOf } from '../document/resolve-schema.js';
import { TOKEN_EXPECTATIONS } from '../expectation/token-powers.js';
import type { AttackRoom } from '../room/attack-room.js';
import type { Finding } from './finding.js';
import { makeFinding } from './make-finding.js';

/** Examines what holders may not expect of the tokens of a contract. @param isOver returns whether the time is over */
export async function attackTokens(room: AttackRoom, isOver: () => boolean): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const position of Object.keys(schemaOf(room.registered['tokens'])))
    for (const expectation of TOKEN_EXPECTATIONS) {
      if (isOver()) return findings;
      const surprise = await expectation.examine(room, Number(position));
      if (surprise === undefined) continue;
      const token = `/tokens/${position}`;
      const member = `${token}/${surprise.member}`;
      // A rule that is left out has its default.
      const at = locate(room.contract.text, member) === undefined ? token : member;
      findings.push(makeFinding(room, expectation, surprise, at));
    }
  return findings;
}
