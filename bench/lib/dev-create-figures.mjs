// What a create costs a client of `dapikit dev`, with `--proofs off` and with proofs: createDocument over JSON-RPC, one after the other and 16 at
// a time. The trees follow in the background; their time counts.
import { median } from './median.mjs';
import { startDev } from './dev-process.mjs';
import { dataOf, PLAIN_TYPES } from './sales.mjs';

const WARM_UP = 1000;

async function openClient(proofs) {
  const server = await startDev('--proofs', proofs);
  const call = async (method, params) => {
    const response = await fetch(`${server.url}/platform`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }, (_, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    });
    const { result, error } = await response.json();
    if (error !== undefined) throw new Error(error.message);
    return result;
  };
  const { id: by } = await call('createIdentity', { credits: '1000000000000000' });
  const { contractId } = await call('registerContract', { by, contract: PLAIN_TYPES });
  let next = 0;
  const create = async () =>
    call('createDocument', { by, contractId, documentType: 'sale', data: dataOf(next++) });
  return {
    ...server,
    create: async (count, together) => {
      for (let left = count; left > 0; left -= together)
        await Promise.all(Array.from({ length: together }, create));
    },
  };
}

/** Microseconds of a create: on the clock, and of processor time of the server. */
async function measure({ create, processor }, count, together) {
  const [before, begun] = [processor() ?? NaN, performance.now()];
  await create(count, together);
  const wall = performance.now() - begun;
  return { wall: (1000 * wall) / count, processor: (1000 * ((processor() ?? NaN) - before)) / count };
}

/** Measures rounds of creates, in which the two servers take turns. */
export async function measureDevCreates({ creates, rounds }) {
  const clients = { off: await openClient('off'), on: await openClient('on') };
  try {
    for (const client of Object.values(clients)) await client.create(WARM_UP, 16);
    const rows = [];
    for (const together of [1, 16]) {
      const found = { off: [], on: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const [name, client] of Object.entries(clients))
          found[name].push(await measure(client, creates, together));
      const ratio = (pick) => median(found.on.map((one, at) => pick(one) / pick(found.off[at])));
      const least = (name, pick) => Math.min(...found[name].map(pick));
      rows.push({
        together,
        off: { wall: least('off', (one) => one.wall), processor: least('off', (one) => one.processor) },
        on: { wall: least('on', (one) => one.wall), processor: least('on', (one) => one.processor) },
        ratioByClock: ratio((one) => one.wall),
        ratioByProcessor: ratio((one) => one.processor),
      });
    }
    return { creates, rounds, rows };
  } finally {
    for (const { stop } of Object.values(clients)) await stop();
  }
}
