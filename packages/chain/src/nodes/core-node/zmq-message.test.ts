import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDED_BLOCKS, RECORDED_MESSAGES } from '../../../test/recorded.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { readZmqMessage, ZMQ_TOPICS } from './zmq-message.js';

const parts = (topic: string, body: Uint8Array, sequence = 0): Uint8Array[] => {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(sequence);
  return [Buffer.from(topic), body, number];
};

const B = '5c2003a5f7f0874287eeb23a1edafb5a21b448a6c98594c3e0808aa84a15a4f3';
const C = '546838afd8586b1113c5e8df3d66af0d5517591e248480224671ccfb27219855';

const recorded = RECORDED_MESSAGES.map(({ topic, body, sequence }) =>
  readZmqMessage(parts(topic, hexToBytes(body), sequence)),
).filter((message) => message !== undefined);

const ofTopic = (wanted: string) =>
  recorded.filter(({ topic }) => topic === wanted).map(({ sequence, news }) => ({ sequence, ...news }));

describe('readZmqMessage', () => {
  it('decodes the recording: two blocks connected, one disconnected', () => {
    const news = recorded
      .filter(({ topic }) => topic === 'sequence' || topic === 'hashblock')
      .map(({ topic, sequence, news: { kind, hash } }) => `${topic} ${sequence} ${kind} ${hash}`);
    expect(news).toEqual([
      'sequence 665 transaction 2d80c54739aef59e91d06cb6b66cb589e9476661e1aba04592692cfae9816cce',
      `sequence 666 connected ${B}`,
      `hashblock 646 tip ${B}`,
      `sequence 667 connected ${C}`,
      `hashblock 647 tip ${C}`,
      `sequence 668 disconnected ${C}`,
      `hashblock 648 tip ${B}`,
    ]);
  });

  it('returns the same id for a raw transaction and its hash', () => {
    expect(ofTopic('rawtx')).toEqual(ofTopic('hashtx'));
    expect(ofTopic('rawtx')).toHaveLength(5);
  });

  it('decodes a ChainLock by its hash or at the end of its block', () => {
    const { hash, hex } = RECORDED_BLOCKS[500]!;
    const chainLock = `f4010000${bytesToHex(hexToBytes(hash).toReversed())}${'ab'.repeat(96)}`;
    expect(readZmqMessage(parts('rawchainlocksig', hexToBytes(hex + chainLock)))?.news).toEqual({
      kind: 'chainlock',
      hash,
    });
    expect(readZmqMessage(parts('hashchainlock', hexToBytes(hash)))?.news).toEqual({
      kind: 'chainlock',
      hash,
    });
  });

  it('reads a 32-bit sequence number', () => {
    expect(readZmqMessage(parts('hashblock', Buffer.alloc(32), 0xffffffff))?.sequence).toBe(0xffffffff);
  });

  it.each([
    ['another topic', parts('rawblock', Buffer.alloc(100))],
    ['a transaction too short for one', parts('rawtx', Buffer.alloc(9))],
    ['a topic that begins alike', parts('hashblock2', Buffer.alloc(32))],
    ['a short hash', parts('hashblock', Buffer.alloc(31))],
    ['a long hash', parts('hashblock', Buffer.alloc(33))],
    ['a sequence without its letter', parts('sequence', Buffer.alloc(32))],
    ['a sequence with another letter', parts('sequence', Buffer.from(`${'\0'.repeat(32)}X`))],
    ['a block with a mempool number', parts('sequence', Buffer.from(`${'\0'.repeat(32)}C${'\0'.repeat(8)}`))],
    ['a transaction without its number', parts('sequence', Buffer.from(`${'\0'.repeat(32)}A`))],
    ['a ChainLock without a block', parts('rawchainlocksig', Buffer.alloc(132))],
    ['two parts', parts('hashblock', Buffer.alloc(32)).slice(0, 2)],
    ['four parts', [...parts('hashblock', Buffer.alloc(32)), Buffer.alloc(0)]],
    ['a number of 3 bytes', [Buffer.from('hashblock'), Buffer.alloc(32), Buffer.alloc(3)]],
    ['nothing', []],
  ])('ignores %s', (_, message) => {
    expect(readZmqMessage(message)).toBeUndefined();
  });

  it('never throws', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const topic = fc.constantFrom(...ZMQ_TOPICS).map((name) => new Uint8Array(Buffer.from(name)));
    fc.assert(
      fc.property(fc.oneof(topic, bytes), fc.array(bytes, { maxLength: 3 }), (name, rest) => {
        expect(() => readZmqMessage([name, ...rest])).not.toThrow();
      }),
    );
  });
});
