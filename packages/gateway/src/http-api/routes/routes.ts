import { jsonRpc } from './json-rpc.js';
import { livez } from './livez.js';
import { openApi } from './openapi.js';
import { openRpc } from './openrpc.js';
import { quorumLists } from './quorum-lists.js';
import { readyz } from './readyz.js';
import type { Route } from './route.js';
import { validateContract } from './validate-contract.js';

/** Lists every HTTP route of the gateway. The server, the OpenAPI document, the pages and their tests are derived from this table. */
export const routes: readonly Route[] = [
  jsonRpc,
  validateContract,
  openRpc,
  openApi,
  livez,
  readyz,
  ...quorumLists,
];
