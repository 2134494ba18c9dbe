import { LOCAL_URL } from '../program/http-url.js';
import { option } from '../program/option.js';

const text = (given: string): string => given;

/** Options that name a gateway with a platform. */
export const platformOptions = {
  url: option({
    flag: 'url',
    env: 'DAPIKIT_URL',
    value: 'url',
    about: 'URL of a gateway with a platform',
    default: LOCAL_URL,
    read: text,
  }),
  apiKey: option<string | undefined>({
    flag: 'api-key',
    env: 'DAPIKIT_API_KEY',
    value: 'key',
    about: 'API key of that gateway, if it requires one',
    default: undefined,
    read: text,
  }),
};
