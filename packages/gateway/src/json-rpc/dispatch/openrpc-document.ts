import { readFileSync } from 'node:fs';
import { ERROR_CODES } from '../../base/messages/json-rpc-error.js';
import { ID_SCHEMA } from '../subscriptions/subscription.js';
import type { JsonSchema, MethodDocs } from '../../base/method/method-docs.js';

/** Describes the parts of an OpenRPC document that other modules read. */
export interface OpenRpcDocument {
  readonly openrpc: string;
  readonly methods: readonly Readonly<Record<string, unknown>>[];
  readonly [member: string]: unknown;
}

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/** Returns an OpenRPC 1.3.2 document of these methods. Source: https://spec.open-rpc.org. */
export function openRpcDocument(methods: readonly MethodDocs[]): OpenRpcDocument {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'dapikit',
      version: manifest.version,
      description:
        'A layer-1 gateway for Dash. An error is identified by `code` and by its stable `data.reason`.',
      license: { name: 'MIT' },
    },
    methods: methods.map(describeMethod),
  };
}

function describeMethod(method: MethodDocs) {
  const { name, summary, description, params, result, errors, deprecated } = method;
  const { paramStructure, contents } = describeParams(params);
  return {
    name,
    summary,
    description,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    paramStructure,
    params: contents,
    result: { name: 'result', schema: result },
    errors: describeErrors(errors),
    ...(method.permission === undefined ? {} : { 'x-permission': method.permission }),
    ...(method.needsWebSocket === undefined ? {} : { 'x-transport': 'websocket' }),
    ...(method.notification === undefined
      ? {}
      : {
          'x-notification': {
            name,
            paramStructure: 'by-name',
            params: notificationParams(method.notification),
          },
        }),
  };
}

/** Describes the notifications that the server sends under the name of the method that opened the subscription, as a method is described. */
function notificationParams(result: JsonSchema): readonly Content[] {
  return [
    { name: 'subscription', required: true, schema: ID_SCHEMA },
    { name: 'result', required: true, schema: result },
  ];
}

/** A parameter of a method: a "content descriptor". */
interface Content {
  readonly name: string;
  readonly required: boolean;
  readonly schema: unknown;
}

type Described = {
  readonly paramStructure: 'by-name' | 'by-position' | 'either';
  readonly contents: Content[];
};

/** Describes params: members of an object by name, places of an array by position. Documents the array form where there are several. */
function describeParams(schema: JsonSchema | undefined): Described {
  if (schema === undefined) return { paramStructure: 'either', contents: [] };
  const { oneOf, properties, required, prefixItems, minItems } = schema;
  if (Array.isArray(oneOf)) {
    const array: unknown = oneOf.find((form: unknown) => isSchema(form) && form['type'] === 'array');
    return describeParams(isSchema(array) ? array : undefined);
  }
  if (isSchema(properties)) {
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    const contents = Object.entries(properties).map(([name, member]) => ({
      name,
      required: names.includes(name),
      schema: member,
    }));
    return { paramStructure: 'by-name', contents };
  }
  const places: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  const contents = places.map((place, at) => ({
    name: nameOf(place, at),
    required: at < Number(minItems ?? 0),
    schema: place,
  }));
  return { paramStructure: 'by-position', contents };
}

/** Returns the name of a place, with which its description begins. */
function nameOf(place: unknown, at: number): string {
  const described = isSchema(place) ? place['description'] : undefined;
  return /^\w+/.exec(typeof described === 'string' ? described : '')?.[0] ?? `param${at}`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const CODE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(ERROR_CODES).map(([name, code]) => [code, name]),
);

/** Returns an error object for each code, with its reasons. */
function describeErrors(errors: MethodDocs['errors']): readonly unknown[] {
  const codes = [...new Set(errors.map(({ code }) => code))];
  return codes.map((code) => ({
    code,
    message: CODE_NAMES.get(code) ?? String(code),
    data: {
      reasons: errors.filter((error) => error.code === code).map(({ reason, when }) => ({ reason, when })),
    },
  }));
}
