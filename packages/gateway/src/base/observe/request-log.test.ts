import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { base58 } from '@scure/base';
import { GetDocumentsRequestSchema, GetIdentityRequestSchema } from '../../grpc/generated/dapi_pb.js';
import { grpcMembers } from '../../grpc/grpc-members.js';
import { JsonRpcError, ERROR_CODES } from '../messages/json-rpc-error.js';
import { UNOBSERVED, type CallDetails, type DescribeMessage, type Observer } from './observer.js';
import { loggedRequests, type RequestLogOptions } from './request-log.js';

const ID = '84MWvXyEYFmaa3Ekkzr5JZzp3QpS97sYwRBBwiN3oCC2';

const details = (more: Partial<CallDetails>): CallDetails => ({
  requestId: 'r',
  method: 'createDocument',
  params: undefined,
  result: undefined,
  error: undefined,
  isPoll: false,
  ...more,
});

const read =
  <Schema extends DescMessage>(schema: Schema, init: MessageInitShape<Schema>): DescribeMessage =>
  (isBrief) =>
    grpcMembers(schema, create(schema, init), isBrief);

/** Logs one thing, and returns the lines. Each reading of the clock is 1.25 ms later. */
function linesOf(
  level: string,
  options: RequestLogOptions,
  observe: (observer: Observer) => void,
): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level, base: null, timestamp: false },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  let time = 0;
  observe(loggedRequests(UNOBSERVED, log, options, () => (time += 1.25)));
  return lines;
}

const poll = (observer: Observer): void =>
  observer.call('platform.status', (ended) => ended('ok', details({ isPoll: true })));

const OWN = { level: 'info', shows: 'values' } as const;
const SHARED = { level: 'debug', shows: 'ids' } as const;

describe('the log of a gateway of one user', () => {
  it('has a call with path, method, params, result and duration', () => {
    const lines = linesOf('info', OWN, (observer) =>
      observer.call('platform.createDocument', (ended) =>
        ended('ok', details({ params: { by: ID, data: { name: 'Ann' } }, result: { id: ID } })),
      ),
    );
    expect(lines).toEqual([
      {
        level: 30,
        requestId: 'r',
        path: '/platform',
        method: 'createDocument',
        params: 'by=84MWvXyE… data={name: "Ann"}',
        result: '{id: 84MWvXyE…}',
        outcome: 'ok',
        milliseconds: 1.3,
        msg: 'call',
      },
    ]);
  });

  it('has the reason, the place and the consensus number of an error', () => {
    const error = new JsonRpcError(ERROR_CODES.rejected, '40115 SomeError: no', {
      reason: 'SomeError',
      at: '/params/data',
      code: 40115,
    });
    const [line] = linesOf('info', OWN, (observer) =>
      observer.call('platform.createDocument', (ended) => ended('rejected', details({ error }))),
    );
    expect(line).toMatchObject({
      code: -32050,
      reason: 'SomeError',
      at: '/params/data',
      consensusCode: 40115,
      message: '40115 SomeError: no',
    });
  });

  it('has the fields of a gRPC message with identifiers in base58', () => {
    const request = read(GetIdentityRequestSchema, {
      version: { case: 'v0', value: { id: base58.decode(ID), prove: true } },
    });
    const [line] = linesOf('info', OWN, (observer) =>
      observer.grpcCall('/a.v0.Platform/getIdentity', (ended) =>
        ended(5, { requestId: 'r', request, failure: 'not found' }),
      ),
    );
    expect(line).toMatchObject({
      msg: 'gRPC call',
      params: 'id=84MWvXyE…',
      status: 5,
      message: 'not found',
    });
  });

  it('has the query of a gRPC message with the names of its operators', () => {
    const request = read(GetDocumentsRequestSchema, {
      version: {
        case: 'v1',
        value: {
          documentType: 'note',
          whereClauses: [
            { field: 'topic', value: { variant: { case: 'text', value: 'dash' } } },
            { field: 'stars', operator: 1, value: { variant: { case: 'uint64Value', value: 3n } } },
          ],
          limit: 5,
        },
      },
    });
    const [line] = linesOf('info', OWN, (observer) =>
      observer.grpcCall('/a.v0.Platform/getDocuments', (ended) =>
        ended(0, { requestId: 'r', request, failure: undefined }),
      ),
    );
    expect(line).toMatchObject({
      params:
        'documentType=note whereClauses=[{field: "topic", operator: "EQUAL", value: "dash"}, {field: "stars", operator: "GREATER_THAN", value: 3}] limit=5',
    });
  });

  it('leaves polls of a page to debug', () => {
    expect(linesOf('info', OWN, poll)).toEqual([]);
    expect(linesOf('debug', OWN, poll)).toHaveLength(1);
  });

  it('has a request that a route rejected, and not one that a method answered', () => {
    const lines = linesOf('info', OWN, (observer) => {
      observer.request('/platform', {}, (ended) => ended(200));
      observer.request('/platform', {}, (ended) => ended(403));
      observer.request('/org.dash.v0.Core/getBlock', {}, (ended) => ended(429));
    });
    expect(lines).toEqual([{ level: 30, route: '/platform', status: 403, msg: 'request rejected' }]);
  });
});

describe('the log of a gateway that others use', () => {
  it('has numbers and identifiers, without names and contents', () => {
    const [line] = linesOf('debug', SHARED, (observer) =>
      observer.call('platform.createDocument', (ended) =>
        ended(
          'ok',
          details({
            params: {
              by: ID,
              documentType: 'card',
              data: { name: 'Ann' },
              seed: 'ann',
              limit: 3,
              where: ['Ann'],
            },
            result: { name: 'Ann' },
          }),
        ),
      ),
    );
    expect(line).toMatchObject({ params: 'by=84MWvXyE… documentType=card limit=3' });
    expect(JSON.stringify(line)).not.toMatch(/ann/i);
  });

  it('has the reason of an error, and not its message, which may quote a document', () => {
    const error = new JsonRpcError(ERROR_CODES.rejected, '"Ann" is taken', {
      reason: 'Taken',
      at: '/params/data/Ann',
      code: 40105,
    });
    const [line] = linesOf('debug', SHARED, (observer) =>
      observer.call('platform.createDocument', (ended) => ended('rejected', details({ error }))),
    );
    expect(line).toMatchObject({ code: -32050, reason: 'Taken', consensusCode: 40105 });
    expect(JSON.stringify(line)).not.toContain('Ann');
  });

  it('has no texts of gRPC messages, and no name of an unknown method', () => {
    const lines = linesOf('debug', SHARED, (observer) => {
      const value = {
        dataContractId: base58.decode(ID),
        documentType: 'Ann',
        groupBy: ['Ann'],
        limit: 2,
        whereClauses: [{ field: 'Ann', value: { variant: { case: 'uint64Value' as const, value: 7n } } }],
      };
      const request = read(GetDocumentsRequestSchema, { version: { case: 'v1', value } });
      observer.grpcCall('/a.v0.Platform/x', (ended) =>
        ended(3, { requestId: 'r', request, failure: '"Ann"' }),
      );
      observer.call('other', (ended) => ended('methodNotFound', details({ method: 'Ann' })));
    });
    expect(lines[0]).toMatchObject({ params: 'dataContractId=84MWvXyE… limit=2' });
    expect(JSON.stringify(lines)).not.toContain('Ann');
  });
});

const unread = (): never => expect.unreachable('nothing describes it');

it('composes nothing where its level is not logged', () => {
  const untouched = new Proxy(create(GetIdentityRequestSchema), {
    get: () => expect.unreachable('nothing reads it'),
    ownKeys: () => expect.unreachable('nothing lists it'),
  });
  let reads = 0;
  const log = pino({ level: 'info' }, { write: () => expect.unreachable('nothing is logged') });
  const observer = loggedRequests(UNOBSERVED, log, SHARED, () => (reads += 1));
  observer.call('getStatus', (ended) => ended('ok', details({ params: untouched, result: untouched })));
  observer.grpcCall('/x/y', (ended) => ended(0, { requestId: 'r', request: unread, failure: undefined }));
  expect(reads).toBe(0);
});
