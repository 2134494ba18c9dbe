import { Agent, request } from 'node:http';

/** Makes a function that sends a call over one connection, and gives the milliseconds to its answer. */
export function latencyOf({ url, headers }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  return async (call) => {
    const body = JSON.stringify(call);
    const started = performance.now();
    await send(url, options, body);
    return performance.now() - started;
  };
}

function send(url, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => {
        const { error } = JSON.parse(text);
        if (error) reject(new Error(error.message));
        else resolve();
      });
    });
    sent.once('error', reject).end(body);
  });
}
