// This gateway with its memory in front of a node, and how often the memory asked the node.
import { CoreNode } from '@dapikit/chain/core-node';
import {
  absentPlatform,
  DEFAULT_CACHE_SETTINGS,
  DEFAULT_SETTINGS,
  cachedLayer1,
  startGateway,
} from '@dapikit/gateway';
import { pino } from 'pino';
import { report } from './report.mjs';

let questions = 0;

export async function start({ stateDirectory, url, user, password }) {
  const node = new CoreNode({ url, credentials: { user, password } });
  const counted = {
    tip: (options) => count(node.tip(options)),
    blockHash: (height, options) => count(node.blockHash(height, options)),
    bestChainLock: (options) => count(node.bestChainLock(options)),
    watchBlocks: (listener) => node.watchBlocks(listener),
    watchChainLocks: (listener) => node.watchChainLocks(listener),
  };
  const { port } = await startGateway(
    { ...DEFAULT_SETTINGS, port: 0, stateDirectory },
    {
      layer1: cachedLayer1(counted, DEFAULT_CACHE_SETTINGS),
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'warn' }),
      now: Date.now,
    },
  );
  return { http: `http://127.0.0.1:${port}/` };
}

function count(answer) {
  questions += 1;
  return answer;
}

report(start, { count: () => ({ count: questions }) });
