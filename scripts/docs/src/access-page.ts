import { readFileSync } from 'node:fs';
import { controlRules, PLATFORM_WRITERS, sharedPlatform } from '@dapikit/gateway';
import { fillPage } from './fill-page.js';
import { table } from './markdown.js';

const PROXIES = new URL('../../../packages/gateway/test/proxies/proxies.json', import.meta.url);

interface TestedProxy {
  readonly about: string;
  /** The outcome for a client that calls the proxy by its name: `answered`, or the reason of the rejection. */
  readonly named: string;
  readonly localhost: string;
}

/** Returns access.md, from the rules of access and the table of the tested proxies. */
export function accessPage(): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of these proxies read the same file
  const proxies = JSON.parse(readFileSync(PROXIES, 'utf8')) as Readonly<Record<string, TestedProxy>>;
  return fillPage('access.md', {
    writers: table(
      [
        '`platform-writes`',
        'may write',
        'may export and verify',
        'may import, take snapshots, revert, move time on',
      ],
      PLATFORM_WRITERS.map((writers) => {
        const access = sharedPlatform(writers, 'clients');
        return [
          `\`${writers}\``,
          access.callersOf('write'),
          access.callersOf('inspect'),
          access.callersOf('operate'),
        ];
      }),
    ),
    rules: table(
      ['`data.reason`', 'a request is rejected where', 'what to do'],
      controlRules.map(({ reason, about, fix }) => [`\`${reason}\``, about, fix]),
    ),
    proxies: table(
      ['proxy on the same machine', 'Host: the name of the proxy', 'Host: localhost'],
      Object.values(proxies).map(({ about, named, localhost }) => [
        about,
        describeOutcome(named),
        describeOutcome(localhost),
      ]),
    ),
  });
}

function describeOutcome(outcome: string): string {
  return outcome === 'answered' ? '**answered**' : `\`${outcome}\``;
}
