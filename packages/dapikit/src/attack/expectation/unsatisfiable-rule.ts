import { schemaOf } from '../document/resolve-schema.js';
import { withValue } from '../step/document-value.js';
import type { DocumentJson } from '../step/step.js';
import type { Expectation, Subject, Surprise } from './expectation.js';

/** Finds choices of which the other rules of the property reject each one, and required properties that are not defined. */
export const unsatisfiableRule: Expectation = {
  code: 'rule-unsatisfiable',
  severity: 'warning',
  title: 'No value of a property fits its rules',
  why: 'The network accepts rules that contradict each other. No document can have the property then, and none at all can be created if it is required.',
  fix: 'Change the rules of the property, or remove it from "required".',
  needsValid: false,
  async examine(subject) {
    const { room, type, creator } = subject;
    const found: Surprise[] = [];
    for (const { message, place, attempts } of [...rejectedChoices(subject), ...undefinedRequired(subject)]) {
      const steps = await room.branch(async () => {
        for (const data of attempts) {
          const document = room.nextLabel(type.name);
          const step = { action: 'create', by: creator, documentType: type.name, document, data } as const;
          if ((await room.perform(step)).accepted) return undefined;
        }
        return room.steps;
      });
      if (steps !== undefined) found.push({ message, place, steps });
    }
    return found;
  },
};

/** A contradiction, and the documents that show it: the platform rejects each. */
interface Contradiction extends Pick<Surprise, 'message' | 'place'> {
  readonly attempts: readonly DocumentJson[];
}

function rejectedChoices({ type, source, plain }: Subject): readonly Contradiction[] {
  const properties = schemaOf(source.schema['properties']);
  return type.properties.flatMap(({ path, name, type: kind }) => {
    const schema = schemaOf(properties[name]);
    const { enum: choices } = schema;
    const only = 'const' in schema ? [schema['const']] : [];
    const values: readonly unknown[] = Array.isArray(choices) ? choices : only;
    const attempts = values.map((value) => withValue(plain, path, value));
    if (attempts.length === 0 || kind === 'object') return [];
    if (attempts.some((data) => source.accepts(data, path))) return [];
    const message = `no value of "${path}" fits: its other rules reject each of its choices`;
    return [{ message, place: ['properties', path], attempts }];
  });
}

function undefinedRequired({ type, source, plain }: Subject): readonly Contradiction[] {
  const { required, properties, additionalProperties } = source.schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const defined = new Set(Object.keys(schemaOf(properties)));
  return names.flatMap((name) => {
    if (typeof name !== 'string' || name.startsWith('$') || defined.has(name)) return [];
    if (additionalProperties !== false) return [];
    const attempts = [plain, { ...plain, [name]: 1 }];
    const message = `no "${type.name}" can be created: "${name}" is required and not defined`;
    return [{ message, place: ['required'], attempts }];
  });
}

/** Finds types of which the platform rejects documents that fit all rules. */
export const validRejected: Expectation = {
  code: 'valid-document-rejected',
  severity: 'warning',
  title: 'The platform rejects a document that fits the rules of its type',
  why: 'The schema accepts the document, and its creation fails all the same. Applications find out only when they write.',
  fix: 'Read the rejection of the last step: dapikit explain has the rule behind it.',
  async examine({ room, type, plain, creator }) {
    if (type.creationRestrictionMode > 1) return [];
    const step = {
      action: 'create',
      by: creator,
      documentType: type.name,
      document: room.nextLabel(type.name),
      data: plain,
    } as const;
    const outcome = await room.perform(step);
    if (outcome.accepted) return [];
    const message = `the platform rejects a "${type.name}" that fits the rules: ${outcome.name}`;
    return [{ message, place: [], steps: room.steps }];
  },
};
