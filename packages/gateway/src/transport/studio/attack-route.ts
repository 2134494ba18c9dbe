import { NEWEST_RELEASED_PROTOCOL, OLDEST_PLATFORM_PROTOCOL } from '@dapikit/contract/protocol-versions';
import { ProblemError } from '../../base/http/problem-error.js';
import { byDefault, wholeNumber } from '../../base/params/param.js';
import { readQuery } from '../../http-api/routes/query.js';
import type { Route } from '../../http-api/routes/route.js';
import { readContractText, validateContract } from '../../http-api/routes/validate-contract.js';
import { PAGE_DOCS } from './studio-routes.js';

/**
 * Attacks a contract apart from the gateway, and returns the report of `dapikit attack --json`, or that of `dapikit check --json` where the
 * network would reject the contract.
 * @param contract JSON text
 */
export type AttackContract = (
  contract: string,
  options: {
    readonly protocolVersion: number;
    /** Time after which nothing new is tried. */
    readonly seconds: number;
    /** Aborted when nobody waits for the report any more. */
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<string>;

/** Names the path of attacks. */
const ATTACK_PATH = '/studio/attack';

/** Time after which an attack from the page tries nothing new, in seconds. */
export const ATTACK_SECONDS = 20;

const QUERY = {
  protocolVersion: byDefault(
    NEWEST_RELEASED_PROTOCOL,
    wholeNumber('protocol version', OLDEST_PLATFORM_PROTOCOL, NEWEST_RELEASED_PROTOCOL),
  ),
};

const BUSY = new ProblemError(503, 'Another contract is attacked', {
  reason: 'attack-busy',
  expected: 'one attack at a time',
  fix: 'Try again in some seconds.',
});

/**
 * Serves `POST /studio/attack` with a contract as its body, for the page, to those who may use the unsigned controls. One attack runs at a time.
 * @param controls returns why a request to the unsigned controls is rejected
 */
export function attackRoute(attack: AttackContract, controls: Route['access'] & {}): Route {
  return {
    ...validateContract,
    path: ATTACK_PATH,
    access: controls,
    isSameOrigin: true,
    docs: PAGE_DOCS,
    open: () => {
      let isBusy = false;
      return async ({ query, body, signal }) => {
        const { protocolVersion = NEWEST_RELEASED_PROTOCOL } = readQuery(query, QUERY);
        const contract = readContractText(body);
        if (isBusy) throw BUSY;
        isBusy = true;
        try {
          const report = await attack(contract, { protocolVersion, seconds: ATTACK_SECONDS, signal });
          return { status: 200, headers: ['cache-control', 'no-store'], body: report };
        } finally {
          isBusy = false;
        }
      };
    },
  };
}
