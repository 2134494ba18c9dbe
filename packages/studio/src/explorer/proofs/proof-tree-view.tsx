import { Badge } from '../../components/badge.js';
import { HashText } from '../../components/hash-text.js';
import type { NodeRole, ProofLayer, ProofTreeNode } from '../../proof/proof-tree.js';

/** Says what each kind of node proves. */
const ROLES: Readonly<Record<NodeRole, { readonly label: string; readonly meaning: string }>> = {
  element: { label: 'shown', meaning: 'this value is stored under this key' },
  tree: { label: 'way down', meaning: 'this key holds the root hash of the next layer' },
  key: { label: 'neighbour', meaning: 'this key exists, and no key lies between it and the next one' },
  hidden: { label: 'hidden entry', meaning: 'an entry that the question is not about; its hash fixes it' },
  subtree: { label: 'hidden branch', meaning: 'all entries on this side, as one hash' },
};

/** Shows a proof as layers of trees: the topmost one first, each with the nodes that it shows or hides. */
export function ProofTree({ tree }: { readonly tree: ProofLayer }) {
  return (
    <div class="proof-tree">
      <Layer layer={tree} depth={0} />
    </div>
  );
}

function Layer({ layer, depth }: { readonly layer: ProofLayer; readonly depth: number }) {
  const { path, rootHash, root } = layer;
  const lower = listLower(root);
  return (
    <>
      <details class="proof-layer" open={depth < 6}>
        <summary>
          <span class="proof-layer-number">{depth + 1}</span>
          <strong>{path.length === 0 ? 'Root of the state' : path.join(' › ')}</strong>
          <span class="muted">
            hash <HashText hash={rootHash} />
          </span>
        </summary>
        <ul class="proof-nodes" role="list" aria-label={`Nodes of layer ${depth + 1}`}>
          <Node node={root} />
        </ul>
      </details>
      {lower.map((one) => (
        <Layer key={one.path.join('/')} layer={one} depth={depth + 1} />
      ))}
    </>
  );
}

/** Lists the layers below the nodes of a tree, in the order of keys. */
function listLower({ left, right, lower }: ProofTreeNode): readonly ProofLayer[] {
  return [
    ...(left === undefined ? [] : listLower(left)),
    ...(lower === undefined ? [] : [lower]),
    ...(right === undefined ? [] : listLower(right)),
  ];
}

function Node({ node, side }: { readonly node: ProofTreeNode; readonly side?: 'left' | 'right' }) {
  const { role, name, element, hash, left, right } = node;
  const { label, meaning } = ROLES[role];
  const isProven = role === 'element' || role === 'tree';
  return (
    <li>
      <div class="proof-node" data-role={role} title={meaning}>
        {side && <span class="visually-hidden">{side} of its parent: </span>}
        {isProven ? <Badge tone={role === 'tree' ? 'info' : 'good'}>{label}</Badge> : <Badge>{label}</Badge>}
        {name !== undefined && <code class="proof-node-name">{name}</code>}
        {element !== undefined && <span class="muted">{element}</span>}
        <HashText hash={hash} />
        <span class="visually-hidden">: {meaning}</span>
      </div>
      {(left ?? right) !== undefined && (
        <ul class="proof-nodes" role="list">
          {left && <Node node={left} side="left" />}
          {right && <Node node={right} side="right" />}
        </ul>
      )}
    </li>
  );
}

/** Explains the kinds of nodes. */
export function ProofLegend() {
  return (
    <dl class="proof-legend">
      {Object.entries(ROLES).map(([role, { label, meaning }]) => (
        <div key={role}>
          <dt>
            <Badge {...(role === 'element' ? { tone: 'good' } : role === 'tree' ? { tone: 'info' } : {})}>
              {label}
            </Badge>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
