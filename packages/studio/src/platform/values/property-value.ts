import type { PropertyDescription, StorageType } from '@dapikit/contract';
import { isObject, getMembers, type Members } from '../../json/json-values.js';
import { decodeIdentifier } from './identifier-bytes.js';

/** Describes the texts of the fields, by the paths of the properties. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Parses the data of a document. Empty fields are omitted; an invalid value is sent as it is typed, and the platform rejects it. */
export function parseData(properties: readonly PropertyDescription[], written: FieldTexts): Members {
  const members = properties.flatMap((property): [string, unknown][] => {
    if (property.type === 'object') {
      const inside = parseData(property.properties, written);
      return Object.keys(inside).length > 0 || property.required ? [[property.name, inside]] : [];
    }
    const text = written[property.path] ?? '';
    return text === '' ? [] : [[property.name, parseValue(property.type, text)]];
  });
  return Object.fromEntries(members);
}

/** Parses a value of a type. */
export function parseValue(type: StorageType, text: string): unknown {
  switch (type) {
    case 'string':
    case 'identifier':
      return text;
    case 'bytes':
      return encodeBase64(parseBytes(text)) ?? text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'f64':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'object':
    case 'list':
    case 'unknown':
      return parseJson(text);
    default:
      return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  }
}

/** Formats the data of a document as it would be typed. */
export function formatData(properties: readonly PropertyDescription[], document: unknown): FieldTexts {
  const pairs = properties.flatMap((property): [string, string][] => {
    const value = getMembers(document)[property.name];
    if (property.type === 'object') return Object.entries(formatData(property.properties, value));
    return value === undefined || value === null ? [] : [[property.path, formatTyped(property.type, value)]];
  });
  return Object.fromEntries(pairs);
}

/** Formats a value as it would be typed. */
export function formatTyped(type: StorageType, value: unknown): string {
  if (type === 'bytes' && typeof value === 'string') return base64ToHex(value);
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** Returns whether a text is bytes in hexadecimal digits. */
export const isHex = (text: string): boolean => /^([\da-f]{2})+$/i.test(text);

/** Parses bytes in hexadecimal digits or an identifier; `undefined` for anything else, which is taken as Base64. */
function parseBytes(text: string): Uint8Array | undefined {
  if (!isHex(text)) return decodeIdentifier(text);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const encodeBase64 = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && btoa(String.fromCharCode(...bytes));

function base64ToHex(base64: string): string {
  try {
    return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return base64;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
