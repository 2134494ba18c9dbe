import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Panel } from '../components/panel.js';
import { CreateForm } from './create-form.js';
import { isNameType, NameForm } from './name-form.js';
import type { TypeInUse } from './registered-contract.js';
import type { Hands, World } from './world.js';

/** A form for a new document; for a name of DPNS one that does all that a name takes, unless all fields are wanted. */
export function NewDocument(props: {
  readonly inUse: TypeInUse;
  readonly world: World;
  readonly hands: Hands;
}) {
  const { inUse } = props;
  const isName = isNameType(inUse);
  const [wantsFields, setWantsFields] = useState(false);
  if (isName && !wantsFields)
    return (
      <Panel
        title="A new name"
        aside={
          <Button size="s" onClick={() => setWantsFields(true)}>
            All fields
          </Button>
        }
      >
        <NameForm {...props} />
      </Panel>
    );
  return (
    <Panel
      title={`New document of ${inUse.type.name}`}
      aside={
        isName && (
          <Button size="s" onClick={() => setWantsFields(false)}>
            Just a name
          </Button>
        )
      }
    >
      <CreateForm {...props} />
    </Panel>
  );
}
