import { DevChain } from '@dapikit/chain';
import { controls, devMethods, type Control } from '@dapikit/gateway';
import { createExampleDispatch, exampleRequest, exampleResponse } from './example-dispatch.js';
import { fillPage } from './fill-page.js';
import { fence, joinParts, table, truncate } from './markdown.js';
import { paramTable } from './param-table.js';

const MAX_EXAMPLE = 500;
/** The first characters of a compressed result; later ones differ between versions of zlib. */
const MAX_ENCODED = 120;

/** Returns devchain.md: the controls of the development chain. */
export async function devChainPage(): Promise<string> {
  return fillPage('devchain.md', {
    controls: table(
      ['control', 'what it does'],
      controls.map(({ name, summary }) => [`[${name}](#${name.toLowerCase()})`, summary]),
    ),
    sections: joinParts(await Promise.all(controls.map(controlSection))),
  });
}

async function controlSection(control: Control): Promise<string> {
  const { name, summary, changes, inProgram, params, result, rejections, example } = control;
  const chain = new DevChain({ mining: 'manual' });
  const request = exampleRequest(name, example(chain));
  const response = await exampleResponse(createExampleDispatch(chain, devMethods(chain)), request);
  const maxResponse = result['contentEncoding'] === undefined ? MAX_EXAMPLE : MAX_ENCODED;
  const reasons = rejections.map(({ reason, when }) => [`\`${reason}\``, when]);
  return joinParts([
    `## ${name}`,
    `${summary}.`,
    `Changes: ${changes}`,
    `In a program: \`${inProgram}\``,
    paramTable(params),
    ...(reasons.length === 0 ? [] : [table(['rejected: `data.reason`', 'when'], reasons)]),
    fence('json', `${truncate(request, MAX_EXAMPLE)}\n${truncate(response, maxResponse)}`),
  ]);
}
