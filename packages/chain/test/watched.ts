import { setTimeout as sleep } from 'node:timers/promises';
import type { CoreNode } from '../src/nodes/core-node/index.js';
import type { BlockEvent } from '../src/layer1/layer1.js';

/** Follows a node's blocks from its present tip, in a list such as `+12 hash`, `-12 hash`. */
export async function watched(node: CoreNode): Promise<string[]> {
  const told: string[] = [];
  node.watchBlocks((event) => told.push(eventText(event)));
  await until(() => node.health().tip !== undefined);
  return told;
}

/** An event in short. */
export function eventText({ kind, height, hash }: BlockEvent): string {
  return `${{ connected: '+', disconnected: '-', replaced: '=' }[kind]}${height} ${hash}`;
}

/** Waits until `condition` holds; a test's own time limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
