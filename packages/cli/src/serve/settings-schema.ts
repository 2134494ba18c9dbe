import { serveSettings } from './serve-settings.js';
import type { JsonSchema, Setting } from './setting.js';

/** A JSON Schema (2020-12) of the configuration file, for editors. */
export function settingsSchema(): JsonSchema {
  const settings: readonly Setting<unknown>[] = Object.values(serveSettings);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'dapikit.yaml',
    description: 'The settings of dapikit serve.',
    type: 'object',
    properties: Object.fromEntries(
      settings.map(({ flag, about, schema, default: value, defaultText, env, isReloadable }) => [
        flag,
        {
          description: `${about}. Environment: ${env}.${isReloadable ? '' : ' Another value needs a restart.'}`,
          ...schema,
          ...(defaultText === undefined && isScalar(value) ? { default: value } : {}),
        },
      ]),
    ),
    additionalProperties: false,
  };
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
