import {
  DEFAULT_FACE_LIMITS,
  DEFAULT_FACE_PORT,
  FACE_METHODS,
  PUBLISHED_TOPICS,
  synopsis,
} from '@dapikit/chain/node-face';

/** docs/node-face.md, from the table of methods and the topics. */
export function nodeFacePage() {
  const { maxBodySize, maxConnections, requestTimeout } = DEFAULT_FACE_LIMITS;
  const categories = [...new Set(FACE_METHODS.map(({ category }) => category))].toSorted();
  return `${[
    "# A node's face",
    'The development chain answers as a Dash Core 23.1.2 on regtest as well: by its RPC server, and over ZMQ. Software that is written for a node works with it.',
    fence('sh', `dapikit dev --node-rpc ${DEFAULT_FACE_PORT} --node-zmq 29998`),
    'User and password are in `~/.dapikit/.cookie`, new at each start, as Dash Core writes them; or they are given: `--node-user`, `--node-password` (better by `NODE_PASSWORD` in the environment). Without `--node-rpc` there is no face. In a program:',
    fence('js', EXAMPLE),
    `Who has the password can mine, take blocks back and set the clock. It listens at 127.0.0.1 unless \`--node-host\` says otherwise, without TLS, as a node does.`,
    '## Methods',
    'Answers have the members of those of Dash Core, in its order, and amounts with eight decimals. They are held against what a Dash Core 23.1.2 answered about the same chain. What is in parentheses can be left out; params can be given by name.',
    ...categories.map(section),
    '## Otherwise than Dash Core',
    list([
      'There is no wallet: its methods are unknown (-32601, HTTP status 404), and so are its paths.',
      '`stop` is unknown: who started the chain stops it.',
      'There is no network, no governance and no mining by others: `getblocktemplate`, `gobject`, `addnode` and what belongs to them are unknown.',
      'The text of an error that tells how a method is called (-1) is that of `help`, whose words are not those of Dash Core.',
      'A number such as `1.0` or `1e3` in params is taken as the whole number that it is; there, it is refused. Of a member that is there twice the last counts; there, the first.',
      'A batch has at most 10,000 calls; once its answers have 67,108,864 characters, the rest is refused with -32603.',
      'There are no users with a whitelist.',
      'Quorums form and sign when the chain is told to, at `POST /dev` or by `chain.quorums`: not by themselves, and not over this RPC.',
      `Bounds: ${maxBodySize.toLocaleString('en')} bytes a body (413), ${maxConnections} connections, ${requestTimeout / 1000} seconds for a request.`,
    ]),
    '## Messages',
    `${PUBLISHED_TOPICS.map((topic) => `\`${topic}\``).join(', ')}: all of them at one address, which \`getzmqnotifications\` tells. A message has three parts: topic, body, and its number among those of the topic, four bytes in little-endian. Order and bodies are those of Dash Core, as it published them when the same happened; otherwise than there:`,
    list([
      'When the chain goes back and over to another branch in one call, no `hashblock` tells the block in between.',
      'There are no messages of governance, of recovered signatures and of attempts at double spends.',
    ]),
  ].join('\n\n')}\n`;
}

function section(category) {
  const methods = FACE_METHODS.filter((method) => method.category === category);
  return [
    `### ${category}`,
    ['| method | answers | otherwise than Dash Core |', '| --- | --- | --- |', ...methods.map(row)].join(
      '\n',
    ),
  ].join('\n\n');
}

const EXAMPLE = `import { DevChain } from '@dapikit/chain';
import { createNodeFace } from '@dapikit/chain/node-face';

const chain = new DevChain();
const face = await createNodeFace(chain, {
  credentials: { user: 'user', password: 'pass' },
  port: 0,
  zmq: 'tcp://127.0.0.1:*',
});
console.log(face.url, face.zmqAddress);`;

function row(method) {
  return `| \`${cell(synopsis(method))}\` | ${cell(method.summary)} | ${cell(method.difference ?? '')} |`;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

function list(points) {
  return points.map((point) => `- ${point}`).join('\n');
}

function fence(language, text) {
  return [`\`\`\`${language}`, text, '```'].join('\n');
}
