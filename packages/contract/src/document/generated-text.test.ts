import { describe, expect, it } from 'vitest';
import { TEXT_FUNCTIONS } from './generated-text.js';

const apply = (name: string, text: string) => TEXT_FUNCTIONS.get(`sys.stringTransformations.${name}`)?.(text);

describe('the functions of generatedFrom', () => {
  it.each([
    ['camelCase', 'hello World-again', 'helloWorldAgain'],
    ['camelCase', 'hello_world', 'helloWorld'],
    ['camelCase', 'HelloWorld', 'helloWorld'],
    ['camelCase', 'XMLHttpRequest', 'xmlHttpRequest'],
    ['snakeCase', 'hello World-again', 'hello_world_again'],
    ['snakeCase', 'helloWorld', 'hello_world'],
    ['snakeCase', 'XMLHttpRequest', 'xml_http_request'],
    ['snakeCase', 'aBcDeF', 'a_bc_de_f'],
    ['snakeCase', 'été2Été', 'été2Été'],
    ['capitalize', 'hELLO wORLD', 'Hello world'],
    ['lowercase', 'OLÉ', 'olÉ'],
    ['uppercase', 'hello World-again', 'HELLO WORLD-AGAIN'],
    ['homographSafeASCII', 'Lil-Olive', '111-011ve'],
    ['homographSafeASCII', 'Olé', '01é'],
  ])('%s of %s', (name, text, expected) => {
    expect(apply(name, text)).toBe(expected);
    expect(apply(name, expected)).toBe(expected);
  });
});
